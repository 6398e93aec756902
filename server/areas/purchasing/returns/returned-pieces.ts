import { type Kysely, sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import type { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Step } from '#server/kit/step.ts';
import { type NamedLine, refuseUnfitCodes } from '#server/ledger/named-codes.ts';

/** The lines of a return as they are answered when it goes out, with the codes of their pieces. */
export async function returnedPieces(step: Step<typeof backOrder>): Promise<NamedLine[]> {
  const byId = new Map((await step.lines()).map((line) => [line.id, line]));
  return (step.input.lines ?? []).flatMap(({ line_id }, place) => {
    const line = byId.get(line_id);
    if (!line) return [];
    return {
      field: `lines.${place}.code_ids`,
      place: place + 1,
      lineId: line_id,
      skuId: requireField(line, 'sku_id'),
      imperfectType: requireField(line, 'imperfect_type'),
      qty: Number(line.out_qty ?? 0),
      codeIds: line.code_ids ?? [],
    };
  });
}

/** Refuses, by their lines, codes of pieces that do not stand there free, and of pieces that another supplier brought. */
export async function refuseUnfitPieces(step: Step<typeof backOrder>): Promise<void> {
  const { context, document } = step;
  const lines = await returnedPieces(step);
  await refuseUnfitCodes(context.db, lines, {
    warehouseId: document.warehouse_id,
    states: [codeStatus.inStock, codeStatus.imperfect],
  });
  await refuseOthersGoods(context.db, lines, document.supplier_id);
}

// A piece whose batch nobody knows may be any supplier's: the quantity says whose it is then.
async function refuseOthersGoods(db: Kysely<unknown>, lines: readonly NamedLine[], supplier: number): Promise<void> {
  const ids = lines.flatMap(({ codeIds }) => codeIds);
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number; unique_code: string }>`
    select c.id, c.unique_code from piece_code c join in_ware_batch_detail d on d.id = c.in_ware_detail_id
    join in_ware_batch b on b.id = d.in_ware_batch_id where c.id = any(${ids}::bigint[]) and b.supplier_id <> ${supplier} order by c.id limit 1`.execute(
    db,
  );
  const [other] = rows;
  const line = lines.find(({ codeIds }) => other && codeIds.includes(other.id));
  if (other && line) throw new Refusal('invalid', `唯一码 ${other.unique_code} 是其他供应商的货`, line.field);
}
