import { type CountFigure, figureKey, foldCounts } from '#contract/areas/warehouse/count-fold.ts';
import { wordOf } from '#src/local/index.ts';
import type { CountView, ShownEntry } from './count-view.ts';
import { type CountStream, isCounted, type ScanRow } from './scan.ts';

/**
 * The view of a stream that is kept up instead of made anew: a change costs what it changes, not what was counted before.
 * What it shows at any time is what `viewCounts` makes of the same rows; a property test holds the two together.
 */
export interface RunningView {
  /** Takes new and changed rows in the order of the journal; a new one is newer than all before it. */
  take(rows: readonly ScanRow[]): void;
  /** The view now. What was shown before stays as it was. */
  look(at: { stream: CountStream | undefined; sending: ReadonlySet<string>; lastMost: number }): CountView;
  /** The latest revision taken; 0 before the first. */
  rev(): number;
}

export function createRunningView(): RunningView {
  const rows = new Map<string, ScanRow>();
  /** Op ids in the order of the journal. */
  const order: string[] = [];
  /** Op ids of what counts the same thing, in that order. */
  const sameThing = new Map<string, string[]>();
  /** Op ids by what was scanned. */
  const sameCode = new Map<string, string[]>();
  /** Of each entry, the voids of it that count. */
  const voids = new Map<string, Set<string>>();
  let figures = new Map<string, CountFigure>();
  /** A screen holds this map: the next change is made to a copy, which costs what there are goods, not scans. */
  let shownFigures = false;
  // In the order of the journal: a row is saved first, and never again.
  const saved = new Set<string>();
  const waiting = new Set<string>();
  let rev = 0;

  const isVoided = (opId: string) => (voids.get(opId)?.size ?? 0) > 0;

  function takeVoid(row: ScanRow): string | undefined {
    const target = row.voids;
    if (target === undefined) return undefined;
    const before = isVoided(target);
    const naming = voids.get(target) ?? new Set();
    if (isCounted(row)) naming.add(row.op_id);
    else naming.delete(row.op_id);
    voids.set(target, naming);
    return isVoided(target) === before ? undefined : target;
  }

  /** Takes one row; answers the key of a figure that must be worked out again. */
  function takeOne(row: ScanRow): string | undefined {
    const before = rows.get(row.op_id);
    // Of an earlier look that comes in late.
    if (before && before.rev > row.rev) return undefined;
    rows.set(row.op_id, row);
    rev = Math.max(rev, row.rev);
    mark(saved, row, row.state === 'saved');
    mark(waiting, row, row.state === 'attention');
    if (!before) order.push(row.op_id);
    if (row.kind === 'void') {
      const target = rows.get(takeVoid(row) ?? '');
      return target && keyOf(target);
    }
    const key = keyOf(row);
    if (!before) {
      append(sameThing, key, row.op_id);
      append(sameCode, row.barcode, row.op_id);
      // One more piece of what is on the screen: the usual scan.
      if (isCounted(row) && row.kind === 'add' && !isVoided(row.op_id)) {
        addTo(key, row);
        return undefined;
      }
      return key;
    }
    return isCounted(before) === isCounted(row) ? undefined : key;
  }

  function addTo(key: string, row: ScanRow): void {
    const known = figures.get(key);
    if (!known) return workOut(key);
    const counted_at = row.counted_at > known.counted_at ? row.counted_at : known.counted_at;
    figures.set(key, { ...known, qty: known.qty + row.qty, counted_at });
  }

  const standing = (opIds: readonly string[] = []): ScanRow[] =>
    opIds.flatMap((opId) => {
      const row = rows.get(opId);
      return row && isCounted(row) && !isVoided(opId) ? row : [];
    });

  function workOut(key: string): void {
    const counted = standing(sameThing.get(key)).map((row) => ({ ...row, counter: row.uid, goods: goodsOf(row) }));
    const figure = foldCounts(counted).get(key);
    if (figure) figures.set(key, figure);
    else figures.delete(key);
  }

  /** The newest that no person has put away, newest first. */
  function newest(most: number): ScanRow[] {
    const found: ScanRow[] = [];
    for (let index = order.length - 1; index >= 0 && found.length < most; index -= 1) {
      const row = rows.get(order[index] ?? '');
      if (row && row.state !== 'settled') found.push(row);
    }
    return found;
  }

  return {
    rev: () => rev,
    take(changed) {
      if (changed.length === 0) return;
      if (shownFigures) figures = new Map(figures);
      shownFigures = false;
      const open = new Set(changed.flatMap((row) => takeOne(row) ?? []));
      for (const key of open) workOut(key);
    },
    look({ stream, sending, lastMost }) {
      shownFigures = true;
      const stopped = stream?.stopped ?? null;
      const shown = (row: ScanRow): ShownEntry => ({
        ...row,
        word: wordOf(row, { stopped: stopped !== null, sending }),
        voided: isVoided(row.op_id),
      });
      const asking = (stopped ? [...waiting, ...saved] : [...waiting]).flatMap((opId) => rows.get(opId) ?? []);
      const [oldest] = saved;
      return {
        rev,
        figures,
        ofCode: (barcode) => standing(sameCode.get(barcode)),
        last: newest(lastMost).map(shown),
        attention: asking.sort((a, b) => (a.id ?? 0) - (b.id ?? 0)).map(shown),
        unsent: saved.size,
        oldest: (oldest !== undefined && rows.get(oldest)?.counted_at) || null,
        stopped,
        round: stream?.note.round ?? 0,
        zones: stream?.note.zones ?? [],
        reported: stream?.told ?? true,
      };
    },
  };
}

const goodsOf = (row: ScanRow): number | string => row.sku_id ?? row.barcode;

const keyOf = (row: ScanRow): string => figureKey({ ...row, counter: row.uid, goods: goodsOf(row) });

function append(lists: Map<string, string[]>, key: string, opId: string): void {
  const list = lists.get(key);
  if (list) list.push(opId);
  else lists.set(key, [opId]);
}

function mark(set: Set<string>, { op_id }: ScanRow, isIn: boolean): void {
  if (isIn) set.add(op_id);
  else set.delete(op_id);
}
