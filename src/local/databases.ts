import { Dexie, type Table } from 'dexie';
import type { DraftRow, LaneRow, MetaRow, OutboxRow, ReferenceRow, ScanRow, SessionRow, SheetRow } from './rows.ts';
import type { World } from './world.ts';

export type Journal = Dexie & {
  scans: Table<ScanRow, number>;
  outbox: Table<OutboxRow, string>;
  lanes: Table<LaneRow, [number, number]>;
  sheets: Table<SheetRow, [number, number]>;
  session: Table<SessionRow, 'now'>;
  meta: Table<MetaRow, MetaRow['key']>;
};

export type Cache = Dexie & {
  references: Table<ReferenceRow, [number, string]>;
};

export type DraftStore = Dexie & {
  drafts: Table<DraftRow, [number, string, string, string]>;
};

/**
 * The database of scans and counts. Strict durability: a write is done when it is on the disk, and the tone sounds
 * after that (reference pwa §2.2: 1.7 ms instead of 1.2 for one row). No cache in front of it, so that what a screen reads is what is stored.
 */
export function openJournal(world: World): Journal {
  const db = new Dexie(`journal-${world.name}`, {
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
    ...world.storage,
  });
  db.version(1).stores({
    scans: '++id, &op_id, [uid+sheet_id+rev], [state+id]',
    outbox: 'op_id, [uid+sheet_id+seq], saved_at',
    lanes: '[uid+sheet_id], uid',
    sheets: '[uid+sheet_id], uid',
    session: 'key',
    meta: 'key',
  });
  // Before that a lane did not say of which round its zones are: of the sheet that was on the device with it.
  db.version(2)
    .stores({})
    .upgrade(async (change) => {
      const rounds = new Map<string, number>();
      await change.table<SheetRow>('sheets').each((row) => rounds.set(`${row.uid}/${row.sheet_id}`, row.sheet.round));
      await change
        .table<LaneRow>('lanes')
        .toCollection()
        .modify((lane) => {
          lane.round = rounds.get(`${lane.uid}/${lane.sheet_id}`) ?? 0;
        });
    });
  // Before that every glance at the queue walked the outbox, and an answer looked for its row by its op id.
  db.version(3)
    .stores({ scans: '++id, &op_id, [uid+sheet_id+rev], [state+id], [uid+state]' })
    .upgrade(async (change) => {
      const numbers = new Map<string, number>();
      await change
        .table<ScanRow, number>('scans')
        .where('[state+id]')
        .between(['saved', 0], ['saved', Number.MAX_SAFE_INTEGER])
        .each((row) => numbers.set(row.op_id, row.id ?? 0));
      const unsent = new Map<string, number>();
      await change
        .table<OutboxRow>('outbox')
        .toCollection()
        .modify((row) => {
          const lane = `${row.uid}/${row.sheet_id}`;
          unsent.set(lane, (unsent.get(lane) ?? 0) + 1);
          row.scan_id = numbers.get(row.op_id) ?? 0;
        });
      await change
        .table<LaneRow>('lanes')
        .toCollection()
        .modify((lane) => {
          lane.unsent = unsent.get(`${lane.uid}/${lane.sheet_id}`) ?? 0;
        });
    });
  return db as Journal;
}

/** The database of what can be fetched again. Apart from the journal, so that dropping it to make room hurts nothing. */
export function openCache(world: World): Cache {
  const db = new Dexie(`cache-${world.name}`, {
    chromeTransactionDurability: 'relaxed',
    cache: 'disabled',
    ...world.storage,
  });
  db.version(1).stores({ references: '[uid+name], uid' });
  return db as Cache;
}

/** The database of what is typed into forms and not saved. Apart from the journal: a form may fill it, and nothing of it is sent. */
export function openDrafts(world: World): DraftStore {
  const db = new Dexie(`drafts-${world.name}`, {
    chromeTransactionDurability: 'relaxed',
    cache: 'disabled',
    ...world.storage,
  });
  db.version(1).stores({ drafts: '[uid+page+form+owner], uid, saved_at' });
  return db as DraftStore;
}

/** Keys of everything of one lane in an index [uid+sheet_id+number], from a number on. */
export function laneRange(
  uid: number,
  sheetId: number,
  from = 0,
): [[number, number, number], [number, number, number]] {
  return [
    [uid, sheetId, from],
    [uid, sheetId, Number.MAX_SAFE_INTEGER],
  ];
}
