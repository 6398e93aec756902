import { type Kysely, type RawBuilder, sql } from 'kysely';
import { labelType } from '#contract/areas/members/user-label.ts';
import { inTransaction } from '#server/database/transaction.ts';

interface RuleContext {
  readonly db: Kysely<unknown>;
  readonly now: Date;
}

/**
 * Gives a rule's label to the members who meet it and takes it from those who do not: two statements, whatever their number. In an exclusive
 * group a label put on by hand stays, and of several rules the older label counts. Answers how many members have it now.
 */
export async function refreshLabel({ db, now }: RuleContext, id: number): Promise<number> {
  await sql`
    select 1 from user_label_group where id = (select group_id from user_label where id = ${id}) for no key update`.execute(
    db,
  );
  const meets = sql`
    select u.id from member_user u, user_label l join user_label_group g on g.id = l.group_id
    where l.id = ${id} and u.status = 1 and ${conditions(now)}
      and not (g.is_exclusive and exists (
        select 1 from user_label o where o.group_id = l.group_id and o.id = any(u.label_ids) and o.id <> l.id and (o.label_type = ${labelType.byHand} or o.id < l.id)))`;
  await sql`
    update member_user u set label_ids = array_remove(u.label_ids, ${id}::bigint)
    where u.label_ids @> array[${id}::bigint] and not u.id in (${meets})`.execute(db);
  const { rows: gained } = await sql<{ id: number }>`
    with younger as (
      select o.id from user_label o join user_label l on l.group_id = o.group_id join user_label_group g on g.id = o.group_id
      where l.id = ${id} and g.is_exclusive and o.id > l.id and o.label_type = ${labelType.byRule}
    )
    update member_user u set label_ids = (
      select array_agg(k.v order by k.v) from (
        select t.v from unnest(u.label_ids) as t (v) where t.v not in (select y.id from younger y) union select ${id}::bigint) k)
    where u.id in (${meets}) and not u.label_ids @> array[${id}::bigint]
    returning u.id`.execute(db);
  // Members may have lost a younger label of the group by it.
  const { rows } = await sql<{ id: number; user_count: number }>`
    update user_label l set user_count = (select count(*) from member_user u where u.label_ids @> array[l.id]),
      refreshed_at = case when l.id = ${id} then ${now.toISOString()}::timestamptz else l.refreshed_at end
    where l.id = ${id} or (${gained.length > 0} and l.group_id = (select group_id from user_label where id = ${id}) and l.label_type = ${labelType.byRule})
    returning l.id, l.user_count`.execute(db);
  return rows.find((row) => row.id === id)?.user_count ?? 0;
}

/** What the rule of label `l` asks of member `u`; what it does not say is no condition. */
function conditions(now: Date): RawBuilder<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ago = (days: string) => sql`${at} - make_interval(days => ${sql.ref(`l.${days}`)}::int)`;
  return sql<boolean>`
    (coalesce(cardinality(l.rule_levels), 0) = 0 or u.level = any(l.rule_levels))
    and (cardinality(l.rule_shop_ids) = 0 or u.register_shop_id = any(l.rule_shop_ids))
    and (l.rule_orders_from is null or u.order_count >= l.rule_orders_from)
    and (l.rule_orders_to is null or u.order_count <= l.rule_orders_to)
    and (l.rule_amount_from is null or u.total_amount >= l.rule_amount_from)
    and (l.rule_amount_to is null or u.total_amount <= l.rule_amount_to)
    and (l.rule_active_days is null or u.last_order_at >= ${ago('rule_active_days')})
    and (l.rule_idle_days is null or u.last_order_at is null or u.last_order_at < ${ago('rule_idle_days')})
    and (l.rule_registered_days is null or u.registered_at >= ${ago('rule_registered_days')})`;
}

/** Asks every rule in use again that was not asked today, the oldest label first; each in a transaction of its own. */
export async function refreshDueLabels(db: Kysely<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from user_label where status = 1 and label_type = ${labelType.byRule}
      and (refreshed_at is null or refreshed_at < ${now.toISOString()}::timestamptz - interval '1 day') order by id`.execute(
    db,
  );
  for (const { id } of rows) await inTransaction(db, (tx) => refreshLabel({ db: tx, now }, id));
}
