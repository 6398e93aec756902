import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import type { Live, Local, Made, NewOperation } from '#src/local/index.ts';
import { stocktaking } from './codec.ts';
import type { CountView } from './count-view.ts';
import { createRunningView } from './running-view.ts';
import { type CountPayload, type ScanRow, scanOf } from './scan.ts';
import {
  type CountClient,
  type Downloaded,
  listSheets,
  noteClosed,
  type OpenSheet,
  openSheet,
  saveSheet,
} from './sheets.ts';
import { type Target, voidFor } from './take-back.ts';
import { withZones } from './zones.ts';

/** What a person did: counted pieces, or took a count back. Without `made` it was done now. */
export type NewEntry = { uid: number; sheetId: number; made?: Made } & (
  | {
      kind: 'add' | 'total';
      zone: string;
      round: number;
      barcode: string;
      /** The goods as the downloaded sheet knows them; null for an unknown code. */
      skuId: number | null;
      imperfectType: number;
      qty: number;
    }
  /** Which entry that is shows when this is stored. */
  | ({ kind: 'void' } & Target)
);

/** Counting on this device: one person's entries for one sheet are a stream, the downloaded sheet is its document. */
export interface Stocktaking {
  /** Keeps an entry; resolves after the commit, so the tone may sound when it has. Rejects with NotSaved. */
  append(entry: NewEntry): Promise<ScanRow>;
  /** Keeps a burst in one transaction. */
  appendAll(entries: readonly NewEntry[]): Promise<ScanRow[]>;
  /** What a counting screen shows; `lastMost` entries in its list, 20 by default. */
  counts(at: { uid: number; sheetId: number; lastMost?: number }): Live<CountView>;
  /** The same once, as it is on the disk, without entries; reads all of the stream. */
  countsNow(at: { uid: number; sheetId: number }): Promise<CountView>;
  /** Its person is done with a zone: it may close when the server has everything of it (amendments A); another count in it takes that back. Rejects with NotSaved. */
  finishZone(at: { uid: number; sheetId: number; zone: string }): Promise<void>;
  sheets: {
    /** Keeps a download and the zones it registered, but no sheet in place of one that the server gave later. Rejects with NotSaved. */
    save(downloaded: Downloaded): Promise<void>;
    /** Notes that a zone was closed, on the sheet as it is kept now. Rejects with NotSaved. */
    noteClosed(at: { uid: number; sheetId: number; round: number; zone: string }): Promise<void>;
    /** The sheet as it is kept now; null when it is not on this device. */
    open(uid: number, sheetId: number): Promise<OpenSheet | null>;
    /** The same, anew after every change of it in any page of this device. */
    kept(uid: number, sheetId: number): Live<{ open: OpenSheet | null }>;
    list(uid: number): Promise<Omit<SheetDownload, 'goods' | 'pieces' | 'coded'>[]>;
    remove(uid: number, sheetId: number): Promise<boolean>;
  };
}

const made = new WeakMap<Local, Stocktaking>();

/** Counting with this device's databases; the same for the same ones. */
export function stocktakingOf(local: Local): Stocktaking {
  const known = made.get(local) ?? createStocktaking(local);
  made.set(local, known);
  return known;
}

function createStocktaking(local: Local): Stocktaking {
  const client = local.outbox.of(stocktaking);
  const appendAll = async (entries: readonly NewEntry[]) => {
    const rows = await client.appendAll(entries.map(operationOf));
    return rows.map((row, index) => scanOf(row, entries[index]?.sheetId ?? 0));
  };
  return {
    append: async (entry) => scanOf(await client.append(operationOf(entry)), entry.sheetId),
    appendAll,
    counts: (at) => liveCounts(local, client, at),
    async countsNow({ uid, sheetId }) {
      const { stream, operations } = await client.read({ uid, document: sheetId });
      const running = createRunningView();
      running.take(operations.map((row) => scanOf(row, sheetId)));
      return running.look({ stream, sending: new Set(), lastMost: 0 });
    },
    finishZone: ({ uid, sheetId, zone }) =>
      client.note({ uid, document: sheetId }, (note) => withZones(note, [zone], true)),
    sheets: {
      save: (downloaded) => saveSheet(client, downloaded),
      noteClosed: (at) => noteClosed(client, at),
      open: (uid, sheetId) => openSheet(client, uid, sheetId),
      kept: (uid, sheetId) =>
        local.watch({ read: async () => ({ open: await openSheet(client, uid, sheetId) }), look: (read) => read }),
      list: (uid) => listSheets(client, uid),
      remove: (uid, sheetId) => client.remove({ uid, document: sheetId }),
    },
  };
}

/**
 * The live view of one stream. It stays in memory and every change brings only the changed rows (`rev`), so that the
 * five-thousandth scan costs what the first did.
 */
function liveCounts(
  local: Local,
  client: CountClient,
  { uid, sheetId, lastMost = 20 }: { uid: number; sheetId: number; lastMost?: number },
): Live<CountView> {
  const running = createRunningView();
  return local.watch({
    async read() {
      const { stream, operations } = await client.read({ uid, document: sheetId }, running.rev() + 1);
      running.take(operations.map((row) => scanOf(row, sheetId)));
      return stream;
    },
    look: (stream, sending) => running.look({ stream, sending, lastMost }),
  });
}

function operationOf(entry: NewEntry): NewOperation<CountPayload> {
  const head = { uid: entry.uid, document: entry.sheetId, made: entry.made };
  if (entry.kind === 'void') return { ...head, payload: (look) => voidFor(look, entry) };
  const { kind, zone, round, barcode, skuId: sku_id, imperfectType: imperfect_type, qty } = entry;
  return { ...head, payload: { kind, zone, round, barcode, imperfect_type, qty, sku_id } };
}
