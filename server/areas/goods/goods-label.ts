import { sql } from 'kysely';
import { z } from 'zod';
import { goodsLabel, goodsLabelCalls, labelledStyle, mostBound } from '#contract/areas/goods/goods-label.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Labels of goods, and which styles show them in which shops (domain.md §3.2 goodsLabel). */
export function serveGoodsLabel(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, goodsLabel);
  serveEntity(kit, labelledStyle);
  const id = z.int().min(1);
  const ids = z
    .array(id)
    .min(1)
    .max(limits.pastedEntries)
    .refine((all) => new Set(all).size === all.length, '不能重复');
  registry.write(goodsLabelCalls.bind, z.strictObject({ label_id: id, shop_ids: ids, spu_ids: ids }), bind);
  registry.write(goodsLabelCalls.unbind, z.strictObject({ label_id: id, ids }), unbind);
}

const asked = {
  shop_ids: references(() => shop, '门店'),
  spu_ids: references(() => spu, '商品'),
};

async function bind(
  context: WriteContext,
  given: { label_id: number; shop_ids: number[]; spu_ids: number[] },
): Promise<{ count: number }> {
  const { db, actor } = context;
  const { shop_ids, spu_ids } = given;
  if (shop_ids.length * spu_ids.length > mostBound)
    throw new Refusal('invalid', `一次最多绑定 ${mostBound} 条，请减少门店或商品`, 'spu_ids');
  await checkReferences(db, actor, { fields: asked, records: [given] });
  const label = await lockLabel(context, given.label_id);
  if (label.status !== 1) throw new Refusal('invalid', `商品标识“${String(label.name)}”已停用`, 'label_id');
  const { rows } = await sql`
    insert into goods_label_bind (label_id, shop_id, spu_id)
    select ${given.label_id}::bigint, h.id, s.id from unnest(${shop_ids}::bigint[]) as h (id) cross join unnest(${spu_ids}::bigint[]) as s (id)
    on conflict do nothing returning 1`.execute(db);
  await keepTrace(context, label, { label: '绑定商品', action: 'bind', count: rows.length });
  return { count: rows.length };
}

/** Rows outside the caller's shops and goods are answered as none, and stay. */
async function unbind(
  context: WriteContext,
  { label_id, ids }: { label_id: number; ids: number[] },
): Promise<{ count: number }> {
  const label = await lockLabel(context, label_id);
  const { rows } = await sql`
    delete from goods_label_bind b using labelled_style v
    where v.id = b.id and b.label_id = ${label_id} and b.id = any(${ids}::bigint[]) and ${isVisible(labelledStyle, context.actor, 'v')} returning 1`.execute(
    context.db,
  );
  if (rows.length === 0) throw new Refusal('notFound');
  await keepTrace(context, label, { label: '解除商品', action: 'unbind', count: rows.length });
  return { count: rows.length };
}

type Label = Record<string, unknown> & { id: number };

async function lockLabel(context: WriteContext, id: number): Promise<Label> {
  const [label] = await lockRecords(context, goodsLabel, [id]);
  if (!label) throw new Refusal('notFound');
  return label;
}

async function keepTrace(
  context: WriteContext,
  { id, name }: Label,
  { action, label, count }: { action: string; label: string; count: number },
): Promise<void> {
  if (count === 0) return;
  await writeAudit(context, [
    { docType: goodsLabel.name, docId: id, docNo: String(name), action, label, remark: `${count} 条` },
  ]);
}
