import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { type GoodsGrouping, groupedStyle, spuTag, spuTagCalls } from '#contract/areas/goods/spu-tag.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Groups of styles, and what is in them (domain.md §3.2 spuTag). */
export function serveSpuTag(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, spuTag);
  serveEntity(kit, groupedStyle);
  const id = z.int().min(1);
  const ids = z
    .array(id)
    .min(1)
    .max(limits.pastedEntries)
    .refine((all) => new Set(all).size === all.length, '不能重复');
  const group = z.strictObject({ tag_id: id, spu_ids: ids });
  registry.write(spuTagCalls.bind, group, (context, { tag_id, spu_ids }) =>
    regroup(context, { spu_ids, tag_ids: [tag_id], op: 'add' }),
  );
  registry.write(spuTagCalls.unbind, group, (context, { tag_id, spu_ids }) =>
    regroup(context, { spu_ids, tag_ids: [tag_id], op: 'remove' }),
  );
  registry.write(
    spuTagCalls.group,
    z
      .strictObject({ spu_ids: ids.optional(), sku_ids: ids.optional(), tag_ids: ids, op: z.enum(['add', 'remove']) })
      .refine(({ spu_ids, sku_ids }) => spu_ids !== undefined || sku_ids !== undefined, {
        path: ['spu_ids'],
        message: '请选择商品',
      }),
    (context, asked) => regroup(context, asked),
  );
}

const asked = {
  spu_ids: references(() => spu, '商品'),
  sku_ids: references(() => sku, '货品'),
};

/** Puts styles into groups or takes them out. Groups are locked in one order, so that two people wait for one another and never for good. */
async function regroup(context: WriteContext, { op, ...given }: GoodsGrouping): Promise<{ count: number }> {
  const { db, actor } = context;
  await checkReferences(db, actor, { fields: asked, records: [{ ...given }] });
  const styles = await stylesOf(db, given);
  const tags = await lockRecords(
    context,
    spuTag,
    given.tag_ids.toSorted((one, other) => one - other),
  );
  if (tags.length < given.tag_ids.length) throw new Refusal('invalid', '商品分组不存在', 'tag_ids');
  const off = tags.find(({ status }) => status !== 1);
  if (op === 'add' && off) throw new Refusal('invalid', `商品分组“${String(off.name)}”已停用`, 'tag_ids');
  let count = 0;
  for (const tag of tags) {
    const { rows } = await (op === 'add'
      ? sql`insert into spu_tag_style (tag_id, spu_id) select ${tag.id}, unnest(${styles}::bigint[]) on conflict do nothing returning spu_id`
      : sql`delete from spu_tag_style where tag_id = ${tag.id} and spu_id = any(${styles}::bigint[]) returning spu_id`
    ).execute(db);
    if (rows.length === 0) continue;
    count += rows.length;
    const before = Number(tag.spu_count);
    const after = op === 'add' ? before + rows.length : before - rows.length;
    await sql`update spu_tag set spu_count = ${after} where id = ${tag.id}`.execute(db);
    await writeAudit(context, [
      {
        docType: spuTag.name,
        docId: tag.id,
        docNo: String(tag.code),
        action: op === 'add' ? 'bind' : 'unbind',
        label: op === 'add' ? '加入商品' : '移除商品',
        changes: { spu_count: { before, after } },
      },
    ]);
  }
  return { count };
}

async function stylesOf(db: Kysely<unknown>, { spu_ids = [], sku_ids = [] }: Omit<GoodsGrouping, 'op'>) {
  if (sku_ids.length === 0) return spu_ids;
  const { rows } = await sql<{ spu_id: number }>`
    select distinct spu_id from sku where id = any(${sku_ids}::bigint[])`.execute(db);
  return [...new Set([...spu_ids, ...rows.map(({ spu_id }) => spu_id)])];
}
