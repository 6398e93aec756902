import { sql } from 'kysely';
import { z } from 'zod';
import { type HandedOver, type HandOver, handOverCall } from '#contract/areas/partners/hand-over.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { type AuditEntry, writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Serves the handing over of suppliers, brands and categories between purchasers. */
export function serveHandOver({ registry }: Kit): void {
  const part = z.boolean().optional();
  const asked = z.strictObject({
    from_ids: z.array(z.int().min(1)).min(1).max(limits.pastedEntries),
    to_id: z.int().min(1),
    move: z
      .strictObject({ suppliers: part, brands: part, categories: part })
      .refine((move) => Object.values(move).includes(true), '请至少选择一项交接内容'),
  });
  registry.write(handOverCall, asked, handOver);
}

interface Buyer {
  id: number;
  name: string;
  purchaser_no: string;
  status: number;
  brand_ids: number[];
  category_ids: number[];
}

/**
 * Suppliers are locked before purchasers, as a save of a supplier locks them. Whoever binds a supplier to one of them in
 * between is waited for, and the supplier goes along.
 */
async function handOver(context: WriteContext, { from_ids, to_id, move }: HandOver): Promise<HandedOver> {
  const fromIds = [...new Set(from_ids)];
  if (fromIds.includes(to_id)) throw new Refusal('invalid', '接收人不能是移交人自己', 'to_id');
  await sql`select 1 from supplier where purchaser_id = any(${fromIds}) order by id for no key update`.execute(
    context.db,
  );
  const people = (await lockRecords(context, purchaser, [...fromIds, to_id])) as unknown as Buyer[];
  const to = people.find(({ id }) => id === to_id);
  if (!to) throw new Refusal('invalid', '采购员不存在', 'to_id');
  if (to.status !== 1) throw new Refusal('invalid', `采购员“${to.name}”已停用，不能接收`, 'to_id');
  const from = people.filter((one) => one !== to);
  const unknown = fromIds.findIndex((id) => !from.some((one) => one.id === id));
  if (unknown >= 0) throw new Refusal('invalid', '采购员不存在', `from_ids.${unknown}`);
  const suppliers = move.suppliers ? await moveSuppliers(context, from, to) : 0;
  const brands = move.brands ? await moveList(context, 'brand_ids', from, to) : 0;
  const categories = move.categories ? await moveList(context, 'category_ids', from, to) : 0;
  await sql`
    update purchaser set version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = any(${people.map(({ id }) => id)})`.execute(context.db);
  await writeAudit(context, [
    ...from.map((one) => entryOf(one, `移交给 ${to.name}`)),
    entryOf(to, `接收自 ${from.map(({ name }) => name).join('、')}`.slice(0, limits.remark)),
  ]);
  return { moved_count: suppliers + brands + categories, moved: { suppliers, brands, categories } };
}

/** All of them, those out of use too: a purchaser who is to be switched off keeps none. */
async function moveSuppliers(context: WriteContext, from: readonly Buyer[], to: Buyer): Promise<number> {
  const fromIds = from.map(({ id }) => id);
  const { rows: hidden } = await sql<{ count: number }>`
    select count(*) as count from supplier s where s.purchaser_id = any(${fromIds}) and not coalesce(${isVisible(supplier, context.actor, 's')}, false)`.execute(
    context.db,
  );
  const [{ count } = { count: 0 }] = hidden;
  if (count > 0) throw new Refusal('invalid', `其中 ${count} 家供应商不在您的数据范围内，不能移交`, 'from_ids');
  const { rows } = await sql<{ id: number; supplier_no: string; was: number }>`
    with was as (select id, purchaser_id from supplier where purchaser_id = any(${fromIds}))
    update supplier s set purchaser_id = ${to.id}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    from was where was.id = s.id returning s.id, s.supplier_no, was.purchaser_id as was`.execute(context.db);
  await writeAudit(
    context,
    rows.map(({ id, supplier_no, was }) => ({
      docType: supplier.name,
      docId: id,
      docNo: supplier_no,
      action: 'handOver',
      label: '采购员交接',
      changes: { purchaser_id: { before: was, after: to.id } },
    })),
  );
  return rows.length;
}

/** Gives the receiver what is on the others' lists besides their own; how many different ones were handed over. */
async function moveList(
  context: WriteContext,
  list: 'brand_ids' | 'category_ids',
  from: readonly Buyer[],
  to: Buyer,
): Promise<number> {
  const handed = new Set(from.flatMap((one) => one[list]));
  const whole = [...new Set([...to[list], ...handed])];
  await sql`
    update purchaser set ${sql.ref(list)} = case when id = ${to.id} then ${whole}::bigint[] else '{}'::bigint[] end
    where id = any(${[to, ...from].map(({ id }) => id)})`.execute(context.db);
  return handed.size;
}

const entryOf = ({ id, purchaser_no }: Buyer, remark: string): AuditEntry => ({
  docType: purchaser.name,
  docId: id,
  docNo: purchaser_no,
  action: 'handOver',
  label: '批量交接',
  remark,
});
