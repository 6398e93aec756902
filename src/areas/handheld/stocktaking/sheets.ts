import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import type { Client, Kept } from '#src/local/index.ts';
import { finderOf, type GoodsFinder } from './goods-finder.ts';
import type { CountNote, CountPayload } from './scan.ts';
import { inRound, withZones } from './zones.ts';

export type CountClient = Client<CountPayload, CountNote, SheetDownload>;

/** A sheet as it is counted: what was downloaded, and how a scan finds its goods. */
export interface OpenSheet extends GoodsFinder {
  sheet: SheetDownload;
  savedAt: number;
}

/** What a person downloaded: the sheet, and the zones that the download registered. */
export interface Downloaded {
  uid: number;
  sheet: SheetDownload;
  zones: readonly string[];
  /** Device times (epoch milliseconds) before and after the call; absent for a sheet that did not come from the server just now. */
  asked?: { before: number; after: number };
}

/**
 * Keeps a downloaded sheet and the zones it was registered for, and joins the stream to the position that the server
 * expects. Of two downloads the one that the server gave last rules, whichever comes in last: an answer may be minutes on
 * its way. Its server time sets the clock right before the first count in the dark.
 */
export function saveSheet(client: CountClient, { uid, sheet, zones, asked }: Downloaded): Promise<void> {
  return client.keep(
    { uid, document: sheet.id },
    ({ document: kept, note }) => {
      // The server has gone on since: what this one registered is over with its round.
      if (kept && kept.round > sheet.round) return null;
      // A new round counts anew: what was registered and finished in the last one is neither in this one.
      const now = inRound(note, sheet.round);
      // Those of a download that is outrun, too: the server waits for this device in all of them.
      const fresh = zones.filter((zone) => !now.zones.some((known) => known.zone === zone));
      const held = { note: withZones(now, fresh, false), nextSeq: sheet.next_seq };
      if (kept?.round === sheet.round && Date.parse(kept.server_time) > Date.parse(sheet.server_time)) return held;
      const closed = kept?.round === sheet.round ? kept.zones.filter((zone) => zone.status === 0) : [];
      const codes = closed.map((zone) => zone.code);
      return { ...held, document: withClosed(sheet, codes) };
    },
    asked && { serverTime: sheet.server_time, ...asked },
  );
}

/**
 * Notes that a zone of a round is closed on the sheet as it is kept now; all else of it, and when it was downloaded, stays.
 * Nothing happens where the sheet is not here or in another round.
 */
export function noteClosed(
  client: CountClient,
  { uid, sheetId, round, zone }: { uid: number; sheetId: number; round: number; zone: string },
): Promise<void> {
  return client.revise({ uid, document: sheetId }, (sheet) =>
    sheet.round === round ? withClosed(sheet, [zone]) : sheet,
  );
}

/** A sheet with some of its zones closed. Within a round none is ever opened again. */
function withClosed(sheet: SheetDownload, codes: readonly string[]): SheetDownload {
  return { ...sheet, zones: sheet.zones.map((zone) => (codes.includes(zone.code) ? { ...zone, status: 0 } : zone)) };
}

/** Opens a kept sheet; null when it is not on this device. */
export async function openSheet(client: CountClient, uid: number, sheetId: number): Promise<OpenSheet | null> {
  const kept: Kept<SheetDownload> | null = await client.kept({ uid, document: sheetId });
  return kept && { sheet: kept.document, savedAt: kept.savedAt, ...finderOf(kept.document.goods) };
}

/** The sheets that this person has on this device, without their goods. */
export async function listSheets(
  client: CountClient,
  uid: number,
): Promise<Omit<SheetDownload, 'goods' | 'pieces' | 'coded'>[]> {
  const kept = await client.allKept(uid);
  return kept.map(({ document: { goods: _goods, pieces: _pieces, coded: _coded, ...head } }) => head);
}

/** What a sheet on this device tells goods by. */
export function carried({ goods, pieces }: Pick<SheetDownload, 'goods' | 'pieces'>): string {
  const count = (of: readonly unknown[]) => of.length.toLocaleString('zh-CN');
  return pieces ? `${count(pieces)} 个唯一码` : `${count(goods)} 种货品`;
}
