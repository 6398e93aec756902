import { sql } from 'kysely';
import { goodsStopped } from '#contract/areas/goods/goods-events.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues, StoredRow } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { renamePieces } from './piece-names.ts';
import { refuseUnfitAttributes } from './style-attributes.ts';

/** Styles: what they stand under must be in use, and their SKUs follow them (domain.md §4.1, I61). */
export function serveSpu(kit: Kit): void {
  serveEntity(kit, spu, spuHooks(kit));
  // As with goods: the file of the list.
  kit.registry.alsoAt(callsOf(spu).list, '/v1/spu/downSpuData');
}

/** spu_status of domain.md §2, by name. */
export const spuState = { toInitialise: 0, enabled: 1, disabled: 2 } as const;

/** What is special about saving a style. */
export const spuHooks = ({ registry }: Kit): EntityHooks<typeof spu> => ({
  async derive(context, values, before) {
    for (const place of places) {
      if (!before || before[place.field] !== values[place.field])
        await refuseDisabled(context, place, values[place.field]);
    }
    if (before?.status === spuState.enabled && values.tag_price === 0)
      throw new Refusal('invalid', '启用中的商品吊牌价应大于 0', 'tag_price');
    if (before && (before.size_type_id ?? null) !== (values.size_type_id ?? null))
      await refuseForeignSizes(context, before.id, values.size_type_id);
    return {};
  },
  after: followUp,
  async guardStatus(context, records, status) {
    if (status === spuState.toInitialise) throw new Refusal('illegalTransition', '已初始化的商品不能退回待初始化');
    if (status === spuState.disabled) {
      refuseUnstarted(records);
      await registry.events.emit(context, goodsStopped, { spu_ids: idsOf(records, 'id') });
    } else await refuseUnready(context, records);
  },
});

const places = [
  { field: 'category_id', table: 'category', label: '商品分类' },
  { field: 'brand_id', table: 'brand', label: '品牌' },
  { field: 'unit_id', table: 'unit', label: '单位' },
] as const;

async function refuseDisabled(context: WriteContext, place: (typeof places)[number], id: number): Promise<void> {
  // FOR SHARE: whoever switches the place off meanwhile waits, then finds this style.
  const { rows } = await sql<{
    name: string;
    status: number;
  }>`select name, status from ${sql.table(place.table)} where id = ${id} for share`.execute(context.db);
  const [found] = rows;
  if (found && found.status !== 1) throw new Refusal('invalid', `${place.label}“${found.name}”已停用`, place.field);
}

async function refuseForeignSizes(context: WriteContext, id: number, sizeTypeId: number | null): Promise<void> {
  if (sizeTypeId === null) return;
  const { rows } = await sql`
    select 1 from sku k join size z on z.id = k.size_id where k.spu_id = ${id} and z.size_type_id <> ${sizeTypeId} limit 1`.execute(
    context.db,
  );
  if (rows.length > 0) throw new Refusal('invalid', '已有货品使用原尺码组，不能更换', 'size_type_id');
}

/** Attributes fit the category; name, brand and category that the SKUs repeat follow the style. */
async function followUp(context: WriteContext, id: number, values: SavedValues<typeof spu>): Promise<void> {
  await refuseUnfitAttributes(context, id, values.category_id);
  await renamePieces(context, sql`s.id = ${id}`);
}

function refuseUnstarted(records: readonly StoredRow<typeof spu>[]): void {
  const unstarted = records.find((record) => record.status === spuState.toInitialise);
  if (unstarted) throw new Refusal('illegalTransition', `商品“${String(unstarted.name)}”尚未初始化，不能停用`);
}

/** Refuses styles that may not be in use: without a price or pieces, or of a brand or category that is off. */
export async function refuseUnready(context: WriteContext, records: readonly StoredRow<typeof spu>[]): Promise<void> {
  await hold(context, 'category', idsOf(records, 'category_id'));
  await hold(context, 'brand', idsOf(records, 'brand_id'));
  // Judged by a statement of its own, which sees what those who held them have committed.
  const { rows } = await sql<{ name: string; why: string }>`
    select s.name, case
      when s.tag_price = 0 then '吊牌价应大于 0'
      when not exists (select 1 from sku k where k.spu_id = s.id) then '还没有货品'
      when b.status <> 1 then '品牌已停用'
      when c.status <> 1 then '商品分类已停用' end as why
    from spu s join brand b on b.id = s.brand_id join category c on c.id = s.category_id
    where s.id = any(${idsOf(records, 'id')}) and (s.tag_price = 0 or b.status <> 1 or c.status <> 1 or not exists (select 1 from sku k where k.spu_id = s.id))
    order by s.id limit 1`.execute(context.db);
  if (rows[0]) throw new Refusal('illegalTransition', `商品“${rows[0].name}”不能启用：${rows[0].why}`);
}

/** Locks all of them, not only those that are off: whoever switches one off meanwhile waits, then finds the styles. */
async function hold(context: WriteContext, table: 'category' | 'brand', ids: readonly number[]): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where id = any(${ids}) order by id for share`.execute(context.db);
}

const idsOf = (records: readonly StoredRow<typeof spu>[], field: 'id' | 'category_id' | 'brand_id'): number[] =>
  records.map((record) => record[field]);
