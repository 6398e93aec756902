import { readFileSync } from 'node:fs';
import type { EarlierScan } from '#src/local/earlier-tables.ts';

/**
 * The databases of a tablet as builds before streams left them, by the schema of the journal: 2, before counters and ticks, and
 * 3, the last one; line by line in `earlier-build-<schema>.jsonl`. Each was written by that build itself and dumped as it stood:
 * its own `openLocal` on an in-memory IndexedDB, with the torture run's `Office` of its time at the other end. Two people count
 * sheet 1 in round 2, the first one sheet 2, too. Of each word of the server there is one, one refusal is put away, one sent
 * again, one zone handed back; then sheet 2 is stopped and the network is gone: pieces, a total, a void of a piece, a void of an
 * unknown label, a code that looks like a formula, a scan under a clock that was set back, three scans of the second person.
 * In schema 3 both have a form half filled in; before that no build kept forms.
 */
export interface EarlierBuild {
  journal: EarlierDatabase;
  drafts: EarlierDatabase;
}

export interface EarlierDatabase {
  version: number;
  stores: (StoreShape & { rows: unknown[] })[];
}

interface StoreShape {
  store: string;
  keyPath: string | string[];
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
}

export type EarlierSchema = 2 | 3;

type Line = { database: keyof EarlierBuild; version: number } | StoreShape | { row: unknown };

/** Reads what was dumped. */
export function readEarlierBuild(schema: EarlierSchema): EarlierBuild {
  const text = readFileSync(new URL(`./earlier-build-${schema}.jsonl`, import.meta.url), 'utf8');
  const build: EarlierBuild = { journal: { version: 0, stores: [] }, drafts: { version: 0, stores: [] } };
  let database = build.journal;
  for (const line of text.trimEnd().split('\n')) {
    const said = JSON.parse(line) as Line;
    if ('database' in said) {
      database = build[said.database];
      database.version = said.version;
    } else if ('store' in said) database.stores.push({ ...said, rows: [] });
    else database.stores.at(-1)?.rows.push(said.row);
  }
  return build;
}

/** Puts a database on a device's disk as it was dumped, and leaves what is there already where it is of the same shape. */
export function putOnDisk(disk: IDBFactory, name: string, { version, stores }: EarlierDatabase): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = disk.open(name, version);
    opening.onupgradeneeded = () => {
      for (const { store, keyPath, autoIncrement, indexes } of stores) {
        const made = opening.result.createObjectStore(store, { keyPath, autoIncrement });
        for (const index of indexes) made.createIndex(index.name, index.keyPath, index);
      }
    };
    opening.onerror = () => reject(opening.error ?? new Error(`${name} does not open`));
    opening.onsuccess = () => {
      const writing = opening.result.transaction(
        stores.map(({ store }) => store),
        'readwrite',
      );
      for (const { store, rows } of stores) for (const row of rows) writing.objectStore(store).put(row);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
      writing.onerror = () => reject(writing.error ?? new Error(`${name} takes no rows`));
    };
  });
}

/** What one of its tables holds. */
export function rowsIn<Row>({ stores }: EarlierDatabase, table: string): Row[] {
  return (stores.find(({ store }) => store === table)?.rows ?? []) as Row[];
}

/** What was unsent of a person, in the order in which it was done. */
export function unsentIn({ journal }: EarlierBuild, uid: number): EarlierScan[] {
  const rows = rowsIn<EarlierScan>(journal, 'scans');
  return rows.filter((row) => row.uid === uid && row.state === 'saved');
}
