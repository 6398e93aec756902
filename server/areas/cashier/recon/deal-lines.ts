import { sql } from 'kysely';
import type { ReconDeal } from '#contract/areas/cashier/cashier-calls.ts';
import { matchState } from '#contract/areas/cashier/cashier-enums.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords } from '#contract/kit/transition.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { reconFigures } from './match-lines.ts';

interface Asked {
  readonly id: number;
  readonly version: number;
  readonly lines: readonly ReconDeal[];
}

/** Says what is done about lines that do not match, all of them or none; said again while the day is not finished, it replaces what was said. */
export async function dealLines(
  context: WriteContext,
  { id, version, lines }: Asked,
): Promise<{ version: number; open_count: number }> {
  const { db, actor, now } = context;
  const [found] = await lockRecords(context, channelRecon, [id]);
  if (!found) throw new Refusal('notFound');
  const recon = found;
  if (recon.version !== version) throw new Refusal('versionConflict');
  if (recon.status !== 2)
    throw new Refusal(
      'illegalTransition',
      `${recon.recon_no} ${closedWords(channelRecon.states, recon.status, { label: '处理差异' })}`,
    );
  if (new Set(lines.map(({ line_id }) => line_id)).size < lines.length)
    throw new Refusal('invalid', '同一条明细重复', 'lines');
  const { rows: dealt } = await sql<{ id: number }>`
    update channel_recon_line l set match_state = ${matchState.dealt}, deal_type = d.deal_type, remark = d.remark, dealt_by = ${actor.id}, dealt_at = ${now.toISOString()}
    from ${rowsOf('d', {
      line_id: ['bigint', lines.map(({ line_id }) => line_id)],
      deal_type: ['smallint', lines.map(({ deal_type }) => deal_type)],
      remark: ['text', lines.map(({ remark }) => remark)],
    })}
    where l.id = d.line_id and l.recon_id = ${id} and l.match_state <> ${matchState.same} returning l.id`.execute(db);
  const done = new Set(dealt.map((line) => line.id));
  const place = lines.findIndex(({ line_id }) => !done.has(line_id));
  if (place >= 0) throw new Refusal('invalid', '此明细没有差异，或不属于此对账单', `lines.${place}.line_id`);
  const { open_count } = await reconFigures(db, id);
  const { rows } = await sql<{ version: number; open_count: number }>`
    update channel_recon set open_count = ${open_count}, version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where id = ${id} returning version, open_count`.execute(db);
  await writeAudit(context, [
    {
      docType: channelRecon.name,
      docId: id,
      docNo: recon.recon_no,
      action: 'reconDeal',
      label: '处理差异',
      fromStatus: 2,
      toStatus: 2,
      remark: `${lines.length} 条`,
    },
  ]);
  return rows[0] ?? { version, open_count: 0 };
}
