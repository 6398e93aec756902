import { useEffect, useRef, useState } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { matchPaste } from '#workers/paste.client.ts';
import type { PasteRead } from '#workers/paste-entries.ts';
import { CallFailed, wordsOf } from '../failure.ts';
import { useWire } from '../wire-context.tsx';
import { resolveOptions } from './resolve-options.ts';

/** Pasted names of records (specification §5, brand paste box). What names nothing stays. */
export interface NamesPaste {
  /** The names as they are left. */
  readonly entries: readonly string[];
  /** Takes other names; what was told of those before is gone. */
  put(entries: readonly string[]): void;
  /** Finds the records of what was read, or of the names as they are left; those found are handed over, the others stay. */
  match(read: PasteRead | null): Promise<void>;
  cancel(): void;
  /** Part of the names that is settled, 0 to 1, while they are looked for. */
  readonly progress: number | null;
  readonly told: NamesTold | null;
  /** What went wrong, in words; the names are as they were. */
  readonly words: string | null;
}

/** What became of the names. */
export interface NamesTold {
  readonly found: number;
  /** Named twice, or chosen before. */
  readonly already: number;
  readonly unmatched: number;
  /** Names beyond `limits.pastedEntries`, which were cut. */
  readonly cut: number;
}

interface NamesAsked {
  /** Ids chosen already. */
  chosen: readonly number[];
  onFound(options: readonly Option[]): void;
}

/** The paste box of one definition: names are asked of its options call, exactly and whatever their case. */
export function useNamesPaste(definition: AnyDefinition, { chosen, onFound }: NamesAsked): NamesPaste {
  const wire = useWire();
  const [entries, setEntries] = useState<readonly string[]>(none);
  const [progress, setProgress] = useState<number | null>(null);
  const [told, setTold] = useState<NamesTold | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function find(read: PasteRead | null, signal: AbortSignal): Promise<void> {
    const texts = read?.entries ?? entries;
    const onProgress = (done: number, of: number) => setProgress(done / of);
    const named = await resolveOptions(wire, definition, { texts, signal, onProgress });
    const known = [...named].map(([name, option]) => [name, option.id] as const);
    const matched = await matchPaste(texts, known, { chosen, signal });
    const byId = new Map([...named.values()].map((option) => [option.id, option]));
    onFound(matched.ids.flatMap((id) => byId.get(id) ?? []));
    setEntries(matched.unmatched);
    setTold({
      found: matched.ids.length,
      already: matched.already + (read?.repeats ?? 0),
      unmatched: matched.unmatched.length,
      cut: read?.cut ?? 0,
    });
  }

  return {
    entries,
    progress,
    told,
    words,
    put(given) {
      setEntries(given);
      setTold(null);
      setWords(null);
    },
    async match(read) {
      const job = new AbortController();
      running.current = job;
      setProgress(0);
      setTold(null);
      setWords(null);
      try {
        await find(read, job.signal);
      } catch (problem) {
        if (job.signal.aborted) return;
        if (!(problem instanceof CallFailed)) throw problem;
        setWords(`匹配失败：${wordsOf(problem.failure)}`);
      } finally {
        setProgress(null);
      }
    },
    cancel: () => running.current?.abort(),
  };
}

const none: readonly string[] = [];
