import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { type CountPayload, type CountStream, type ScanRow, scanOf } from '#src/areas/handheld/stocktaking/scan.ts';
import type { Journal } from '#src/local/databases.ts';
import { type Operation, streamKey } from '#src/local/index.ts';

/** Everything in a device's journal, read as scans. */
export async function scansIn(db: Journal): Promise<ScanRow[]> {
  const rows = await db.operations.orderBy('id').toArray();
  return rows.map((row) => scanOf(row as Operation<CountPayload>, Number(row.stream.split(':')[1])));
}

/** A person's stream of a sheet as it is on the disk. */
export async function countStream(db: Journal, uid: number, sheetId: number): Promise<CountStream | undefined> {
  return (await db.streams.get([uid, streamKey(stocktaking.kind, sheetId)])) as CountStream | undefined;
}

/** Lets a stopped sheet be sent again, as its card does. */
export const sheetStream = (uid: number, sheetId: number) => ({ uid, stream: streamKey(stocktaking.kind, sheetId) });
