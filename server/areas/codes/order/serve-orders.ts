import { type Kysely, sql } from 'kysely';
import { codeReturnType, codesMost, notInStockYet } from '#contract/areas/codes/code-enums.ts';
import { codeNumbering, withCheckDigit } from '#contract/areas/codes/code-number.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { codeReturn } from '#contract/areas/codes/code-return.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { moveCodes, statusWords } from '#server/ledger/codes.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { issueCodes } from '#server/ledger/issue-codes.ts';
import type { Source } from '#server/ledger/posting.ts';
import { valuesOfSource } from './order-source.ts';

/** Orders of codes: what is special about them (domain.md §4.18). */
export function serveCodeOrders(kit: Kit): void {
  serveDocument(kit, codeOrder, hooksOf(kit));
}

const hooksOf = (kit: Kit): DocumentHooks<typeof codeOrder> => ({
  derive: deriveOrder,
  transitions: {
    issue: { effect: (step) => issue(kit, step) },
    finish: { effect: (step) => finish(kit, step) },
    cancel: { guard: refuseArrived, effect: voidAll },
  },
});

/** Who the document is to the ledger of codes. */
export const orderSource = ({ id, code_order_no: no }: LockedDocument<typeof codeOrder>): Source => ({
  docType: codeOrder.name,
  docId: id,
  docNo: no,
});

async function deriveOrder(context: WriteContext, values: Values): Promise<Values> {
  const lines = (values.lines ?? []) as { sku_id: number; qty: number }[];
  const total = lines.reduce((sum, { qty }) => sum + qty, 0);
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写 1 行明细', 'lines');
  if (total > codesMost) throw new Refusal('invalid', `一张制码单最多 ${codesMost} 个码`, 'lines');
  await refuseUncoded(context.db, lines);
  return { ...(await valuesOfSource(context, values)), total_qty: total };
}

/** Only goods that are managed by code have codes. */
async function refuseUncoded(db: Kysely<unknown>, lines: readonly { sku_id: number }[]): Promise<void> {
  const ids = lines.map(({ sku_id }) => sku_id);
  const { rows } = await sql<{ id: number; sku_no: string }>`
    select k.id, k.sku_no from sku k join spu p on p.id = k.spu_id where k.id = any(${ids}::bigint[]) and not p.is_code_managed order by k.id limit 1`.execute(
    db,
  );
  const [found] = rows;
  if (found)
    throw new GoodsRefusal(
      'invalid',
      { skuId: found.id, skuNo: found.sku_no },
      (goods) => `${goods} 不按唯一码管理`,
      `lines.${ids.indexOf(found.id)}.sku_id`,
    );
}

async function issue({ numbers }: Kit, step: Step<typeof codeOrder>): Promise<Values> {
  const { context, document } = step;
  const wanted = (await step.lines()).flatMap((line) =>
    Array.from({ length: line.qty }, () => ({
      skuId: line.sku_id,
      imperfectType: line.imperfect_type,
    })),
  );
  const taken = await numbers.take(codeNumbering, context.now, wanted.length);
  const at = context.now.toISOString();
  await issueCodes(context.db, {
    source: orderSource(document),
    warehouseId: document.warehouse_id,
    codes: wanted.map((goods, place) => ({ ...goods, number: withCheckDigit(taken[place] ?? '') })),
    opId: context.opId,
    adminId: context.actor.id,
    at,
  });
  return { issued_at: at };
}

/** What nobody used stays as it is, or is given back by a document that a second person confirms. */
async function finish(kit: Kit, { context, document, input }: Step<typeof codeOrder>): Promise<undefined> {
  if (input.unused !== 1) return undefined;
  const unused = await unusedOf(context.db, document.id);
  if (unused.length === 0) return undefined;
  await createDocument(kit, context, {
    definition: codeReturn,
    values: {
      return_type: codeReturnType.unused,
      warehouse_id: document.warehouse_id,
      source_no: document.code_order_no,
      total_qty: unused.length,
    },
    lines: unused.map(({ id, sku_id }) => ({ code_id: id, sku_id })),
    label: '制码单完成',
  });
  return undefined;
}

async function refuseArrived({ context, document }: Step<typeof codeOrder>): Promise<void> {
  const { rows } = await sql<{ unique_code: string; status: number }>`
    select unique_code, status from piece_code where code_order_id = ${document.id} and status <> all(${[...notInStockYet, -1]}::smallint[]) order by id limit 1`.execute(
    context.db,
  );
  const [found] = rows;
  if (found)
    throw new Refusal(
      'illegalTransition',
      `唯一码 ${found.unique_code} 已是“${statusWords(found.status)}”，制码单不能作废`,
    );
}

async function voidAll({ context, document, input }: Step<typeof codeOrder>): Promise<undefined> {
  const unused = await unusedOf(context.db, document.id);
  await moveCodes(context.db, {
    source: orderSource(document),
    moves: unused.map(({ id }) => ({ codeId: id, step: 'void', remark: String(input.reason) })),
    happenedAt: context.now.toISOString(),
    opId: context.opId,
    adminId: context.actor.id,
  });
  return undefined;
}

async function unusedOf(db: Kysely<unknown>, orderId: number): Promise<{ id: number; sku_id: number }[]> {
  const { rows } = await sql<{ id: number; sku_id: number }>`
    select id, sku_id from piece_code where code_order_id = ${orderId} and status = any(${[...notInStockYet]}::smallint[]) order by id`.execute(
    db,
  );
  return rows;
}
