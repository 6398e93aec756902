import { sql } from 'kysely';
import { goodsPush, pushedWords, pushState } from '#contract/areas/shop-goods/goods-push.ts';
import { pushOutcome } from '#contract/areas/shop-goods/push-result.ts';
import { pushTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { queueTask } from '#server/tasks/add-task.ts';
import { actorOf } from '#server/tasks/task-actor.ts';

/** Pushes: written for shops that are open and styles in use, begun at their time as a task of whoever wrote them last (domain.md §4.1). */
export const goodsPushHooks = (numbers: Numbers): DocumentHooks<typeof goodsPush> => ({
  async derive(context, values, before) {
    await refuseUnready(context, values);
    const [now, wanted] = [context.now.toISOString(), values.push_at];
    // What was planned for a time that has gone by begins at once.
    const at = wanted && Date.parse(wanted) > context.now.getTime() ? wanted : now;
    const over = before && before.status !== pushState.waiting;
    return { push_at: at, ...(over ? { ok_count: 0, error_count: 0, finished_at: null } : {}) };
  },
  async after({ db }, id, values) {
    const { rows } = await sql<Values>`select * from goods_push_line where goods_push_id = ${id}`.execute(db);
    await sql`update goods_push set spu_count = ${rows.length}, push_fields = ${pushedWords(values, rows)} where id = ${id}`.execute(
      db,
    );
  },
  transitions: {
    start: {
      async effect({ context, document }: Step<typeof goodsPush>) {
        const { db } = context;
        await sql`delete from goods_push_result where goods_push_id = ${document.id}`.execute(db);
        await sql`
          insert into goods_push_result (goods_push_id, shop_id, spu_id)
          select p.id, t.shop_id, l.spu_id from goods_push p cross join unnest(p.shop_ids) as t (shop_id) join goods_push_line l on l.goods_push_id = p.id
          where p.id = ${document.id} order by t.shop_id, l.id`.execute(db);
        const actor = await actorOf(db, requireField(document, 'last_edited_by'));
        const task = await queueTask({ ...context, actor }, numbers, {
          type: pushTask,
          name: `${goodsPush.label} ${String(document.push_no)}`,
          payload: { goods_push_id: document.id },
        });
        return { task_id: task.id, runner_id: actor.id };
      },
    },
    finish: {
      prepare: async ({ db }, { id }) => await tallyOf(db, id),
      async effect({ context }) {
        return { finished_at: context.now.toISOString() };
      },
    },
  },
});

/** How many styles got into how many shops, and how many did not. */
async function tallyOf(db: WriteContext['db'], id: number): Promise<Values> {
  const { rows } = await sql<Values>`
    select count(*) filter (where outcome = ${pushOutcome.done}) as ok_count, count(*) filter (where outcome <> ${pushOutcome.done}) as error_count
    from goods_push_result where goods_push_id = ${id}`.execute(db);
  return { ...rows[0] };
}

type Named = { readonly name: string } | undefined;

async function refuseUnready({ db }: WriteContext, values: Values): Promise<void> {
  const { rows: closed } = await sql<{ name: string }>`
    select name from shop where id = any(${arrayOf('bigint', values.shop_ids as number[])}) and status <> 1 order by id limit 1`.execute(
    db,
  );
  const shop: Named = closed[0];
  if (shop) throw new Refusal('invalid', `门店“${shop.name}”未营业`, 'shop_ids');
  const changes = values.line_changes as { put?: Values[] } | undefined;
  const lines = (values.lines as Values[] | undefined) ?? changes?.put ?? [];
  const { rows: unready } = await sql<{ id: number; name: string }>`
    select id, name from spu where id = any(${arrayOf(
      'bigint',
      lines.map(({ spu_id }) => spu_id ?? null),
    )}) and status <> 1 order by id limit 1`.execute(db);
  const [style] = unready;
  if (!style) return;
  const place = lines.findIndex(({ spu_id }) => spu_id === style.id);
  throw new Refusal('invalid', `商品“${style.name}”未启用`, `lines.${place}.spu_id`);
}
