import { useEffect, useRef, useState } from 'react';
import { imperfectType } from '#contract/areas/enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { gradeColumns } from '#contract/areas/purchasing/inbound-count.ts';
import { callsOf, type Option, type Saved } from '#contract/kit/calls.ts';
import { CallFailed, wordsOf } from '#src/engine/failure.ts';
import { resolveOptions } from '#src/engine/paste/resolve-options.ts';
import type { Values } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { ask } from '#src/kit/notice.ts';
import { pastedRows, scanned, stated } from './count-lines.ts';
import type { CountForm } from './use-count-form.ts';

const { edit } = callsOf(inWareBatch);

/** What was scanned last, for whoever looks up. */
export interface LastScan {
  readonly key: string;
  readonly words: string;
}

/**
 * Scans and pasted lists that go into a count. Codes are looked up once each and counted in the order in which they came; goods that are
 * not in the batch may be added to it by those who may edit it.
 */
export function useScans(counting: CountForm) {
  const { form } = counting;
  const wire = useWire();
  const toast = useToast();
  const mayAdd = useMayUse()(edit.access);
  const command = useCommand<Saved>(inWareBatch);
  const [grade, setGrade] = useState(0);
  const [last, setLast] = useState<LastScan | null>(null);
  const known = useRef(new Map<string, Option>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // A scan stands on the lines as the one before it left them, not as they were drawn when it began.
  const lines = useRef(form.lines);
  const now = useRef(counting);
  useEffect(() => {
    lines.current = counting.form.lines;
    now.current = counting;
  }, [counting]);
  const change = (changes: ReadonlyMap<string, Values>) => {
    const rows = lines.current.rows.map((row) => {
      const changed = changes.get(row.key);
      return changed ? { ...row, values: { ...row.values, ...changed }, changed: true } : row;
    });
    lines.current = { ...lines.current, rows };
    form.changeLines(changes);
  };

  async function find(codes: readonly string[]): Promise<void> {
    const texts = codes.filter((code) => !known.current.has(code));
    if (texts.length === 0) return;
    for (const [text, option] of await resolveOptions(wire, sku, { texts })) known.current.set(text, option);
  }

  async function take(code: string, of: number): Promise<void> {
    await find([code]);
    const goods = known.current.get(code);
    if (!goods) return toast.bad(`未识别：${code}`);
    const found = scanned(lines.current.rows, { goods: goods.id, grade: of });
    if (!found) return await offer(goods);
    change(new Map([[found.row.key, found.change]]));
    const [figure] = Object.values(found.change);
    setLast({ key: found.row.key, words: `${goods.title} ${goods.hint ?? ''} ${gradeWords(of)} ${String(figure)} 件` });
  }

  // What was typed so far is kept first: the batch is another one afterwards.
  async function offer(goods: Option): Promise<void> {
    const words = `${goods.title} ${goods.hint ?? ''}`.trim();
    if (!mayAdd) return toast.bad(`${words} 不在此批次的应收明细中`);
    if (!(await ask(`${words} 不在此批次的应收明细中。要作为多到或错发的货品加入批次吗？`, { confirm: '加入' })))
      return;
    if (now.current.form.dirty && !(await now.current.save())) return;
    const batch = await now.current.detail.readAgain();
    if (!batch) return toast.bad('没有读到最新的批次，请重试');
    const { id, version } = batch as { id: number; version: number };
    const line_changes = { put: [{ sku_id: goods.id }], remove: [] };
    const sent = await command.run(edit, { id, version, line_changes });
    if (sent.ok) toast.good(`${words} 已加入，请再扫描一次`);
    else toast.bad(wordsOf(sent.failure));
  }

  async function paste(block: readonly (readonly string[])[]): Promise<void> {
    const { rows, wrong } = pastedRows(block, { grade, gradeIn });
    await find(rows.map(({ code }) => code));
    const sums = new Map<string, { goods: number; grade: number; qty: number }>();
    const unknown = new Set<string>();
    for (const row of rows) {
      const goods = known.current.get(row.code)?.id;
      if (goods === undefined || !lines.current.rows.some(({ values }) => values.goods_id === goods))
        unknown.add(row.code);
      else {
        const key = `${goods}/${row.grade}`;
        sums.set(key, { goods, grade: row.grade, qty: (sums.get(key)?.qty ?? 0) + row.qty });
      }
    }
    const changes = new Map<string, Values>();
    for (const sum of sums.values())
      for (const [key, changed] of stated(lines.current.rows, sum))
        changes.set(key, { ...changes.get(key), ...changed });
    change(changes);
    const problems = [
      ...(unknown.size > 0 ? [`${unknown.size} 个编码不在此批次：${[...unknown].slice(0, shown).join('、')}`] : []),
      ...(wrong.length > 0 ? [`第 ${wrong.slice(0, shown).join('、')} 行的数量或品级不正确`] : []),
    ];
    if (problems.length > 0) toast.bad(problems.join('；'));
    else toast.good(`已填入 ${sums.size} 个货品`);
  }

  const inTurn = (work: () => Promise<unknown>) => {
    queue.current = queue.current.then(work).catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
      toast.bad(`没有识别：${wordsOf(error.failure)}`);
    });
  };
  return {
    grade,
    setGrade,
    last,
    scan: (code: string) => inTurn(() => take(code, grade)),
    paste: (block: readonly (readonly string[])[]) => inTurn(() => paste(block)),
  };
}

/** Codes and rows that a sentence names one by one. */
const shown = 5;

const gradeWords = (grade: number): string => gradeColumns.find((one) => one.grade === grade)?.label ?? '';

/** The grade that a text names: as the grid spells it, in full, or by its code. */
function gradeIn(text: string): number | undefined {
  return gradeColumns.find(
    ({ grade, label }) =>
      text === label || text === String(grade) || text === imperfectType[grade as keyof typeof imperfectType],
  )?.grade;
}
