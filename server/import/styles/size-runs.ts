import { type BilingualMessage, shown } from '#server/sheets/bilingual-message.ts';
import { grouped } from '../grouped.ts';
import { type Called, type Found, folded, type Master, type MasterRow, type Masters, missing } from './masters.ts';

/** A size that is there or planned, under its run. */
export interface Size extends Master {
  readonly under: Master;
}

/** The sizes of one style: their run and each of them by its folded name, or why there is no run for all of them. */
export type Sized =
  | { readonly run: Master; readonly sizes: ReadonlyMap<string, Found> }
  | { readonly reason: BilingualMessage };

/**
 * Which run of sizes a style is in: the one that is said, or the only one that has all of its sizes. Where none has, and
 * sizes may be made, the missing ones join the only run that has some of them, or a run for those that no run has.
 */
export class SizeRuns {
  readonly #runs: Masters;
  readonly #called: Called;
  readonly #byName: ReadonlyMap<string, readonly Size[]>;
  readonly #byId = new Map<number, Size>();
  readonly #planned = new Map<string, Size>();

  constructor(rows: readonly MasterRow[], { runs, called }: { runs: Masters; called: Called }) {
    this.#runs = runs;
    this.#called = called;
    const pairs = rows.flatMap(({ id, name, code, status, under_id }) => {
      const size: Size = { id, name, under: runs.of(under_id ?? 0) };
      this.#byId.set(id, size);
      // Of a run that is switched off.
      if (status !== 1) return [];
      return [...new Set([folded(name), folded(code ?? name)])].map((word) => ({ word, size }));
    });
    this.#byName = new Map(
      [...grouped(pairs, ({ word }) => word)].map(([word, all]) => [word, all.map(({ size }) => size)]),
    );
  }

  /** The size with an id that is there. */
  of(id: number): Size {
    const size = this.#byId.get(id);
    if (!size) throw new Error(`no size ${id}`);
    return size;
  }

  /** The size of this name in this run, planned whether or not sizes may be made: for goods that say none. */
  usual(run: Master, name: string): Size {
    return this.#byName.get(folded(name))?.find(({ under }) => under === run) ?? this.#plan(run, name);
  }

  /** `names` are the sizes that the style's rows say. */
  choose(names: readonly string[], said: Master | undefined): Sized {
    const run = said ?? this.#runOf(names);
    if ('reason' in run) return run;
    return { run, sizes: new Map(names.map((name) => [folded(name), this.#sizeIn(run, name)])) };
  }

  #runOf(names: readonly string[]): Master | { reason: BilingualMessage } {
    const having = names.map((name) => new Set((this.#byName.get(folded(name)) ?? []).map(({ under }) => under)));
    const some = [...new Set(having.flatMap((runs) => [...runs]))];
    const all = some.filter((run) => having.every((runs) => runs.has(run)));
    const listed = names.map(shown).join('、');
    if (all.length > 1)
      return {
        reason: {
          en: `sizes ${listed} are in several runs (${all.map((run) => run.name).join(', ')}): say which`,
          zh: `尺码 ${listed} 在多个尺码组中（${all.map((run) => run.name).join('、')}）：请写明尺码组`,
        },
      };
    if (all[0]) return all[0];
    const unknown = names.filter((_name, index) => having[index]?.size === 0);
    const { label, making } = this.#called;
    if (making !== true && unknown.length > 0) return { reason: missing(label, unknown.map(shown).join('、'), making) };
    if (some.length > 1 || making !== true)
      return {
        reason: {
          en: `sizes ${listed} are not of one run (${some.map((run) => run.name).join(', ')})`,
          zh: `尺码 ${listed} 不在同一尺码组（${some.map((run) => run.name).join('、')}）`,
        },
      };
    const found = some[0] ? { master: some[0] } : this.#runs.find(unsortedRun);
    return 'master' in found ? found.master : found;
  }

  #sizeIn(run: Master, name: string): Found {
    const key = folded(name);
    const known = this.#byName.get(key)?.find(({ under }) => under === run);
    if (known) return { master: known };
    const { label, making } = this.#called;
    if (making !== true)
      return {
        reason: missing({ en: `${label.en} in ${run.name}:`, zh: `${label.zh}（${run.name}）` }, shown(name), making),
      };
    return { master: this.#plan(run, name) };
  }

  #plan(run: Master, name: string): Size {
    const place = `${folded(run.name)}/${folded(name)}`;
    const planned = this.#planned.get(place) ?? { id: undefined, name, under: run };
    this.#planned.set(place, planned);
    return planned;
  }
}

/** The run of sizes that came without one. */
const unsortedRun = '未分尺码组';
