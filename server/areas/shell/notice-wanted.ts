import { sql } from 'kysely';
import { noticeState, noticeTarget, noticeWanted } from '#contract/areas/shell/notice.ts';
import { countersChosen } from '#contract/areas/warehouse/stocktaking-calls.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { lockNotice, sendNotice } from './notice-send.ts';
import { keepTargets } from './notice-targets.ts';

/** Sends people the notices that other areas want them to have, and who is named to count a stocktake one of it. */
export function serveWantedNotices({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(noticeWanted, sendTo);
  registry.events.on(countersChosen, async (context, { stocktaking_no, warehouse_name, plan_date, admin_ids }) => {
    const title = `请参加盘点 ${stocktaking_no}`;
    const content = `${context.actor.nickname} 请您盘点 ${warehouse_name}，计划日期 ${plan_date}，盘点单 ${stocktaking_no}。`;
    await sendTo(context, { title, content, admin_ids });
  });
}

async function sendTo(
  context: WriteContext,
  { title, content, admin_ids }: { title: string; content: string; admin_ids: readonly number[] },
): Promise<void> {
  if (admin_ids.length === 0) return;
  const now = context.now.toISOString();
  const { rows } = await sql<{ id: number }>`
    insert into notify (title, content, target_type, status, created_by, updated_by, created_at, updated_at)
    values (${title}, ${content}, ${noticeTarget.people}, ${noticeState.draft}, ${context.actor.id}, ${context.actor.id}, ${now}, ${now}) returning id`.execute(
    context.db,
  );
  const [made] = rows;
  if (!made) throw new Error('no notice was made');
  await keepTargets(context.db, made.id, admin_ids);
  await sendNotice(context, await lockNotice(context, { id: made.id }));
}
