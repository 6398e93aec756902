import { type RawBuilder, sql } from 'kysely';
import { spu } from '#contract/areas/goods/spu.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { agentType } from '#contract/areas/shop-goods/goods-push.ts';
import { pushOutcome } from '#contract/areas/shop-goods/push-result.ts';
import { shelved, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** A push under way, as far as its work needs it. */
export interface RunningPush {
  readonly id: number;
  readonly push_no: string;
  readonly sale_channel_type: string;
  readonly sale_channel_values: readonly string[] | null;
}

interface Style {
  readonly id: number;
  readonly why: string | null;
}

interface Written {
  readonly id: number;
  readonly goods_no: string;
  readonly spu_id: number;
}

type Changed = Written &
  Readonly<Record<'shelf' | 'was_shelf' | 'online' | 'was_online', number | null>> & {
    readonly sold: boolean;
    readonly was_sold: boolean;
  };

/**
 * Brings styles to one shop, in the running transaction: each comes with all of its pieces in use or is told why not. Styles are held
 * before goods, and goods by their ids, so that nobody switches a style off in between and nobody waits for ever.
 */
export async function pushToShop(
  context: WriteContext,
  push: RunningPush,
  { shopId, spuIds }: { shopId: number; spuIds: readonly number[] },
): Promise<void> {
  const { db } = context;
  const styles = await judge(context, shopId, spuIds);
  const fit = styles.filter(({ why }) => why === null).map(({ id }) => id);
  const channels = channelsOf(push);
  await sql`
    select 1 from shop_goods g join sku k on k.id = g.sku_id where g.shop_id = ${shopId} and k.spu_id = any(${arrayOf('bigint', fit)})
    order by g.id for no key update of g`.execute(db);
  const wanted = wantedOf(push, { fit, channels });
  const added = await addGoods(context, { push, shopId, wanted });
  const changed = await changeGoods(context, { shopId, wanted, added });
  await writeHistory(context, push, { added, changed });
  await tellResults(context, { push, shopId, styles, added, changed });
}

function channelsOf({ sale_channel_type: type, sale_channel_values: values }: RunningPush): (string | null)[] {
  if (type === agentType) return [agentType];
  return values && values.length > 0 ? [...values] : [null];
}

async function judge(
  { db, actor }: WriteContext,
  shopId: number,
  spuIds: readonly number[],
): Promise<readonly Style[]> {
  const { rows: places } = await sql<{ why: string | null }>`
    select case when not ${isVisible(shop, actor, 's')} then '门店不在您的数据范围内' when s.status <> 1 then '门店未营业' end as why
    from shop s where s.id = ${shopId} for share`.execute(db);
  await sql`select 1 from spu where id = any(${arrayOf('bigint', spuIds)}) order by id for share`.execute(db);
  const { rows } = await sql<Style>`
    select p.id, coalesce(${places[0]?.why ?? null}::text, case
      when not ${isVisible(spu, actor, 'p')} then '商品不在您的数据范围内'
      when p.status <> 1 then '商品未启用'
      when not exists (select 1 from sku k where k.spu_id = p.id and k.status = 1) then '没有启用的货品' end) as why
    from spu p where p.id = any(${arrayOf('bigint', spuIds)}) order by p.id`.execute(db);
  return rows;
}

/** Each piece of the styles in each channel with what is said of it, as `w`. */
function wantedOf(
  { id }: RunningPush,
  { fit, channels }: { fit: readonly number[]; channels: readonly (string | null)[] },
): RawBuilder<unknown> {
  return sql`(
    select k.id as sku_id, k.spu_id, c.channel, coalesce(l.shelf_status, p.shelf_status) as shelf, coalesce(l.online, p.online) = 1 as sold,
      coalesce(l.online_shelf_status, p.online_shelf_status) as online
    from goods_push p join goods_push_line l on l.goods_push_id = p.id join sku k on k.spu_id = l.spu_id and k.status = 1
    cross join ${rowsOf('c', { channel: ['text', channels] })}
    where p.id = ${id} and l.spu_id = any(${arrayOf('bigint', fit)})) as w`;
}

interface Writing {
  readonly shopId: number;
  readonly wanted: RawBuilder<unknown>;
}

async function addGoods(
  { db, actor, now }: WriteContext,
  { push, shopId, wanted }: Writing & { readonly push: RunningPush },
): Promise<Written[]> {
  const { rows } = await sql<Written>`
    with made as (
      insert into shop_goods (id, goods_no, shop_id, sku_id, sale_channel_type, sale_channel_value, shelf_status, is_online, online_shelf_status,
        created_by, updated_by, created_at, updated_at)
      select n.id, 'MD' || lpad(n.id::text, 9, '0'), ${shopId}, n.sku_id, ${push.sale_channel_type}, n.channel, coalesce(n.shelf, ${shelved.off}),
        coalesce(n.sold, false), case when n.sold then coalesce(n.online, ${shelved.off}) end,
        ${actor.id}::bigint, ${actor.id}::bigint, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from (
        select nextval(pg_get_serial_sequence('shop_goods', 'id')) as id, w.* from ${wanted}
        where not exists (select 1 from shop_goods g where g.shop_id = ${shopId} and g.sku_id = w.sku_id and g.sale_channel_value is not distinct from w.channel)
        order by w.sku_id, w.channel
      ) as n
      on conflict on constraint shop_goods_shop_id_sku_id_sale_channel_value_key do nothing returning id, goods_no, sku_id
    )
    select m.id, m.goods_no, k.spu_id from made m join sku k on k.id = m.sku_id`.execute(db);
  return rows;
}

// What is not said stays; of goods that are sold online no more, their place there goes.
async function changeGoods(
  { db, actor, now }: WriteContext,
  { shopId, wanted, added }: Writing & { readonly added: readonly Written[] },
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update shop_goods g set shelf_status = n.shelf, is_online = n.sold, online_shelf_status = n.online,
      version = g.version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    from (
      select o.id, w.spu_id, coalesce(w.shelf, o.shelf_status)::smallint as shelf, coalesce(w.sold, o.is_online) as sold,
        (case when coalesce(w.sold, o.is_online) then coalesce(w.online, o.online_shelf_status, ${shelved.off}) end)::smallint as online,
        o.shelf_status as was_shelf, o.is_online as was_sold, o.online_shelf_status as was_online
      from ${wanted} join shop_goods o on o.shop_id = ${shopId} and o.sku_id = w.sku_id and o.sale_channel_value is not distinct from w.channel
    ) as n
    where g.id = n.id and g.id <> all(${arrayOf(
      'bigint',
      added.map(({ id }) => id),
    )}) and (n.shelf, n.sold, n.online) is distinct from (n.was_shelf, n.was_sold, n.was_online)
    returning g.id, g.goods_no, n.spu_id, n.shelf, n.was_shelf, n.sold, n.was_sold, n.online, n.was_online`.execute(db);
  return rows;
}

async function writeHistory(
  context: WriteContext,
  { push_no: no }: RunningPush,
  { added, changed }: { added: readonly Written[]; changed: readonly Changed[] },
): Promise<void> {
  const entry = ({ id, goods_no }: Written) => ({
    docType: shopGoods.name,
    docId: id,
    docNo: goods_no,
    action: 'push',
    label: '推送',
    remark: no,
  });
  await writeAudit(context, [
    ...added.map(entry),
    ...changed.map((one) => ({
      ...entry(one),
      changes: Object.fromEntries(
        [
          ['shelf_status', one.was_shelf, one.shelf] as const,
          ['is_online', one.was_sold, one.sold] as const,
          ['online_shelf_status', one.was_online, one.online] as const,
        ]
          .filter(([, before, after]) => before !== after)
          .map(([name, before, after]) => [name, { before, after }]),
      ),
    })),
  ]);
}

async function tellResults(
  { db, now }: WriteContext,
  {
    push,
    shopId,
    styles,
    added,
    changed,
  }: {
    readonly push: RunningPush;
    readonly shopId: number;
    readonly styles: readonly Style[];
    readonly added: readonly Written[];
    readonly changed: readonly Written[];
  },
): Promise<void> {
  const [came, moved] = [countOf(added), countOf(changed)];
  await sql`
    update goods_push_result r set outcome = case when e.why is null then ${pushOutcome.done}::smallint else ${pushOutcome.refused}::smallint end,
      error = e.why, added = e.added, changed = e.changed, at = ${now.toISOString()}
    from ${rowsOf('e', {
      spu_id: ['bigint', styles.map(({ id }) => id)],
      why: ['text', styles.map(({ why }) => why)],
      added: ['bigint', styles.map(({ id }) => came.get(id) ?? 0)],
      changed: ['bigint', styles.map(({ id }) => moved.get(id) ?? 0)],
    })}
    where r.goods_push_id = ${push.id} and r.shop_id = ${shopId} and r.spu_id = e.spu_id`.execute(db);
}

function countOf(rows: readonly Written[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { spu_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
