/**
 * What a pile of count entries comes to (amendments A). The tablet folds its journal with this function; the server
 * says the same in SQL over `stocktaking_count`, and a property test holds the two together.
 *
 * The rule, per (round, zone, counter, goods, grade), over the entries in the order the server keeps them
 * (its own row id: `seq` within a stream, order of arrival between the streams of one counter; never a clock):
 *
 * 1. An entry that some `void` of the same counter names does not exist, wherever the void stands. So a void of a
 *    `total` brings back what the total had replaced. A void can name an `add` or a `total`, never another void.
 * 2. Of what is left, the figure starts at the last `total` (or at the first entry when there is none) and sums up
 *    the quantities from there on: a total replaces, later adds add to it.
 * 3. `counted_at` is the latest among the entries of step 2: quantity and time go as a pair, so what a total has
 *    replaced lends it no time.
 * 4. Nothing left: no figure. "Counted as 0" is a `total` of 0; "not counted" is absence.
 * 5. An op id counts once, however often it appears.
 *
 * In SQL, with `live` = entries of kind add or total that no void of their counter names:
 *   from_id    = max(id) filter (where kind = 'total') per key
 *   qty        = sum(qty)        over live rows with id >= coalesce(from_id, 0)
 *   counted_at = max(counted_at) over the same rows
 */
export function foldCounts(entries: readonly FoldEntry[]): Map<string, CountFigure> {
  const voided = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'void' && entry.voids !== undefined) voided.add(voidKey(entry.counter, entry.voids));
  }
  const seen = new Set<string>();
  const figures = new Map<string, CountFigure>();
  for (const entry of entries) {
    if (entry.kind === 'void' || voided.has(voidKey(entry.counter, entry.op_id)) || seen.has(entry.op_id)) continue;
    seen.add(entry.op_id);
    const key = figureKey(entry);
    const before = figures.get(key);
    figures.set(key, before && entry.kind === 'add' ? added(before, entry) : started(entry));
  }
  return figures;
}

/** The key of a figure: equal for two entries exactly when they count the same thing. */
export function figureKey(part: FigureKey): string {
  return JSON.stringify([part.round, part.zone, part.counter, part.goods, part.imperfect_type]);
}

/** Who counted what, where and in which round. */
export interface FigureKey {
  round: number;
  zone: string;
  /** Id of the person counting. */
  counter: number;
  /** The goods: a SKU id, or the scanned text while nobody knows which goods it is. */
  goods: number | string;
  /** Grade; 0 is first quality. */
  imperfect_type: number;
}

/** A count entry with its counter and goods resolved. */
export interface FoldEntry extends FigureKey {
  op_id: string;
  kind: 'add' | 'total' | 'void';
  /** Pieces. */
  qty: number;
  /** ISO time in UTC (`…Z`), so that text order is time order. */
  counted_at: string;
  voids?: string;
}

/** One counter's figure for one thing: quantity and time belong together. */
export interface CountFigure extends FigureKey {
  qty: number;
  counted_at: string;
}

function started({ round, zone, counter, goods, imperfect_type, qty, counted_at }: FoldEntry): CountFigure {
  return { round, zone, counter, goods, imperfect_type, qty, counted_at };
}

function added(figure: CountFigure, entry: FoldEntry): CountFigure {
  const counted_at = entry.counted_at > figure.counted_at ? entry.counted_at : figure.counted_at;
  return { ...figure, qty: figure.qty + entry.qty, counted_at };
}

function voidKey(counter: number, opId: string): string {
  return `${counter} ${opId}`;
}
