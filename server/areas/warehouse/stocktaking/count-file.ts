import { sql } from 'kysely';
import type { codesCounted } from '#contract/areas/codes/code-reading-events.ts';
import type { CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import { countKey } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { limits } from '#contract/kit/limits.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { reportDevice } from './devices.ts';
import { receiveCounts } from './receive-counts.ts';
import { lockSheet } from './sheet.ts';

type Counted = typeof codesCounted extends EventKind<infer Payload> ? Payload : never;

/**
 * Counts what a handheld's file says it read: each code is one piece of its goods and grade, an entry of the file's own stream. What the sheet
 * does not take, because its zone is closed or the goods are not in its scope, is answered as to a tablet.
 */
export async function countFile(context: WriteContext, counted: Counted): Promise<void> {
  const { stocktaking_id: id, file_no, zone, read_at, codes } = counted;
  if (!context.actor.permissions.has(countKey)) throw new Refusal('forbidden', '没有盘点的权限');
  const sheet = await lockSheet(context, id, 'counting');
  const { round } = sheet;
  const device_id = `file-${file_no}`;
  const pieces = await piecesOf(context, codes);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(last_seq), 0) as last from stocktaking_lane where stocktaking_id = ${id} and device_id = ${device_id} and admin_id = ${context.actor.id}`.execute(
    context.db,
  );
  const last = rows[0]?.last ?? 0;
  const entries = codes.map(({ op_id, code_id }, place): CountEntry => {
    const piece = pieces.get(code_id);
    return {
      op_id,
      seq: last + place + 1,
      kind: 'add',
      zone,
      round,
      barcode: piece?.unique_code ?? '',
      imperfect_type: piece?.imperfect_type ?? 0,
      qty: 1,
      counted_at: read_at,
    };
  });
  for (let from = 0; from < entries.length; from += limits.drainBatchMost) {
    const part = entries.slice(from, from + limits.drainBatchMost);
    await receiveCounts(context, { id, device_id, device_name: `码文件 ${file_no}`, entries: part });
  }
  // A file has nothing more to send.
  await reportDevice(context, {
    id,
    device_id,
    rev: last + entries.length,
    round,
    zones: [{ zone, unsent: 0, finished: true }],
  });
}

async function piecesOf({ db }: WriteContext, codes: readonly { code_id: number }[]) {
  const { rows } = await sql<{ id: number; unique_code: string; imperfect_type: number }>`
    select c.id, c.unique_code, c.imperfect_type from piece_code c where c.id = any(${arrayOf(
      'bigint',
      codes.map(({ code_id }) => code_id),
    )})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
