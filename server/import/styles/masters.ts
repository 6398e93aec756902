import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import { grouped } from '../grouped.ts';

/** One brand, colour, size … that rows of a catalogue name: one that is there, or one to be made. */
export interface Master {
  /** Undefined until it is made. */
  id: number | undefined;
  readonly name: string;
  /** What it hangs under: the group of a size, the parent of a category. */
  readonly under?: Master | undefined;
}

/** A record that a name may mean. */
export interface MasterRow {
  readonly id: number;
  readonly name: string;
  /** Another word for it: a brand's English name, a unit's code. */
  readonly code: string | null;
  readonly status: number;
  /** The record it hangs under. */
  readonly under_id: number | null;
}

/** What a name comes to: one record, or why there is none. */
export type Found = { readonly master: Master } | { readonly reason: BilingualMessage };

/** What a kind of record is called, and whether what there is not may be made; otherwise the words that say why not. */
export interface Called {
  readonly label: BilingualMessage;
  readonly making: true | BilingualMessage;
}

/**
 * The records of one kind by their names, without regard to letter case, then by their other words. What there is not is
 * planned, when it may be; every name is looked up once.
 */
export class Masters {
  readonly #called: Called;
  readonly #rows: ReadonlyMap<string, readonly MasterRow[]>;
  readonly #found = new Map<string, Found>();
  readonly #byId = new Map<number, Master>();

  constructor(rows: readonly MasterRow[], called: Called) {
    this.#called = called;
    const codes = grouped(
      rows.filter(({ code }) => code !== null),
      ({ code }) => folded(code ?? ''),
    );
    this.#rows = new Map([...codes, ...grouped(rows, ({ name }) => folded(name))]);
    for (const { id, name } of rows) this.#byId.set(id, { id, name });
  }

  /** The record with an id that is there. */
  of(id: number): Master {
    const master = this.#byId.get(id);
    if (!master) throw new Error(`no ${this.#called.label.en} ${id}`);
    return master;
  }

  find(name: string): Found {
    const key = folded(name);
    const known = this.#found.get(key);
    if (known) return known;
    const found = this.#look(name, key);
    this.#found.set(key, found);
    return found;
  }

  /** The record of this name, planned whether or not records may be made: for goods that say none. */
  usual(name: string): Master {
    const [row] = this.#rows.get(folded(name)) ?? [];
    const found = row ? { master: this.of(row.id) } : this.#found.get(folded(name));
    if (found && 'master' in found) return found.master;
    const master: Master = { id: undefined, name };
    this.#found.set(folded(name), { master });
    return master;
  }

  #look(name: string, key: string): Found {
    const { label, making } = this.#called;
    const rows = this.#rows.get(key) ?? [];
    const [row] = rows;
    if (!row) return making === true ? { master: { id: undefined, name } } : { reason: missing(label, name, making) };
    if (rows.length > 1)
      return {
        reason: { en: `several of ${label.en} are called ${name}`, zh: `有多个${label.zh}叫“${name}”` },
      };
    if (row.status !== 1)
      return { reason: { en: `${label.en} ${name} is switched off`, zh: `${label.zh}“${row.name}”已停用` } };
    return { master: this.of(row.id) };
  }
}

/** That something is not there, and why it is not made (words behind it). */
export function missing(label: BilingualMessage, name: string, why: BilingualMessage): BilingualMessage {
  return { en: `there is no ${label.en} ${name}${why.en}`, zh: `没有${label.zh}“${name}”${why.zh}` };
}

/** Names are compared without regard to letter case and width. */
export function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
