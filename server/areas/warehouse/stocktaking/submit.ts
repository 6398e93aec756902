import { sql } from 'kysely';
import type { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';
import { keepFigures } from './figures.ts';
import { forgetMissing } from './missing-codes.ts';
import { unfinishedDevices } from './unfinished-devices.ts';

/**
 * A sheet is submitted once every zone that was counted in this round is closed, the first round counting them all, and
 * every device that took part has handed in: what it counted out of reach would come too late (amendments A).
 */
export async function refuseOpenZones({ context, document }: Step<typeof stocktaking>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select z.name from stocktaking_zone z where z.stocktaking_id = ${document.id} and z.round = ${document.round} and z.closed_at is null
      and (z.round = 1 or exists (select 1 from stocktaking_count c where c.stocktaking_id = z.stocktaking_id and c.round = z.round and c.zone = z.code and c.outcome = 'accepted'))
    order by z.id`.execute(context.db);
  if (rows.length > 0)
    throw new Refusal('illegalTransition', `还有库区未关闭：${rows.map((row) => row.name).join('、')}`);
  const waiting = await unfinishedDevices(context.db, { id: document.id, round: document.round });
  if (waiting.length > 0)
    throw new Refusal(
      'illegalTransition',
      `还有设备未交回：${waiting.map((device) => `${device.zone_name} ${device.name}`).join('、')}`,
    );
}

/** Works the lines out from the counts and the book of this moment. */
export async function workOut({ context, document }: Step<typeof stocktaking>): Promise<Values> {
  await forgetMissing(context, document.id);
  const { ambiguous: _ambiguous, lines: _lines, ...sums } = await keepFigures(context.db, document.id);
  return sums;
}
