import { useState } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { Fields } from '#contract/kit/field.ts';
import { limits } from '#contract/kit/limits.ts';
import { CallFailed, wordsOf } from '../failure.ts';
import { columnsOf } from '../form/lines.ts';
import type { FormCore } from '../form/use-form-core.ts';
import type { Values } from '../row.ts';
import { useWire } from '../wire-context.tsx';
import { blockColumns, blockTexts, blockValues, readBlock } from './paste-block.ts';
import { resolveOptions } from './resolve-options.ts';

/** Pasting a block into the lines of a form. */
export interface Paste {
  /** Puts a block into the lines from a cell on; rows past the last line become new lines. */
  take(text: string, at: { key: string | undefined; field: string }): Promise<void>;
  /** Records being found: so many of so many. */
  readonly progress: { done: number; of: number } | null;
  /** What could not be taken, in words; null when all is well. */
  readonly words: string | null;
  readonly unknown: readonly string[];
}

interface Finding {
  /** Number of the line, from 0, that the first row of the block goes into. */
  from: number;
  fields: Fields;
  block: ReturnType<typeof readBlock>;
  columns: ReturnType<typeof blockColumns>;
}

/**
 * Pasting into the lines of a form; `grows` unless it has the lines that it has. The form rests from the first moment until all is in: a save meanwhile would be one
 * without what was pasted, and a line taken away would take its row with it.
 */
export function usePaste(form: FormCore, { grows = true }: { grows?: boolean } = {}): Paste {
  const wire = useWire();
  const [progress, setProgress] = useState<Paste['progress']>(null);
  const [told, setTold] = useState<{ words: string | null; unknown: readonly string[] }>({ words: null, unknown: [] });

  async function take(text: string, at: { key: string | undefined; field: string }): Promise<void> {
    const block = readBlock(text);
    const from = at.key === undefined ? form.lines.rows.length : form.lines.rows.findIndex((row) => row.key === at.key);
    const most = grows ? limits.documentLines : form.lines.rows.length;
    if (from + block.length > most) {
      const words = grows
        ? `一次最多输入${most}个`
        : `粘贴的内容有 ${block.length} 行，从此处往下只有 ${most - from} 行`;
      setTold({ words, unknown: [] });
      return;
    }
    // As the sheet shows them: what was copied has no column for a field that these lines do not have.
    const there = Object.entries(columnsOf(form.definition, form.lines, form.values));
    const fields = Object.fromEntries(there.filter(([, field]) => !field.derived));
    const columns = blockColumns(fields, { start: at.field, width: Math.max(...block.map((row) => row.length)) });
    setTold({ words: null, unknown: [] });
    await form.during(() => find({ from, fields, block, columns }));
  }

  async function find({ from, fields, block, columns }: Finding): Promise<void> {
    try {
      const found = new Map<string, Map<string, Option>>();
      for (const [name, texts] of blockTexts(fields, block, columns)) {
        const target = fields[name]?.target?.();
        setProgress({ done: 0, of: new Set(texts).size });
        if (target) found.set(name, await resolveOptions(wire, target, { texts, onProgress: inSteps(setProgress) }));
      }
      const { values, unknown } = blockValues(fields, block, { columns, found });
      put(values, from);
      setTold({ words: unknown.length > 0 ? `${unknown.length}个未识别` : null, unknown });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setTold({ words: `粘贴失败：${wordsOf(error.failure)}`, unknown: [] });
    } finally {
      setProgress(null);
    }
  }

  function put(values: readonly Values[], from: number): void {
    const { rows } = form.lines;
    const changes = new Map(
      values.flatMap((value, index) => (rows[from + index] ? [[rows[from + index]?.key ?? '', value] as const] : [])),
    );
    if (changes.size > 0) form.changeLines(changes);
    const fresh = values.slice(Math.max(0, rows.length - from));
    if (fresh.length > 0) form.addLines(fresh);
  }

  return { take, progress, ...told };
}

/** Ten times a second is enough for a person, and more would cost the page its breath. */
function inSteps(tell: (progress: { done: number; of: number }) => void): (done: number, of: number) => void {
  let last = 0;
  return (done, of) => {
    if (Date.now() - last < 100) return;
    last = Date.now();
    tell({ done, of });
  };
}
