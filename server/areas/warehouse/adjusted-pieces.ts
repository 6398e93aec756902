import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import type { CodeStep } from '#contract/areas/codes/code-life.ts';
import { adjustType, outgoing, regrading, type stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { outOrder } from '#contract/areas/warehouse/stock-rule.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Step } from '#server/kit/step.ts';
import { type Balance, keyOf } from '#server/ledger/balances.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import {
  movesOf,
  type NamedLine,
  namedBatches,
  refuseUnfitCodes,
  refuseUnnamedPieces,
} from '#server/ledger/named-codes.ts';

/** A line of an adjustment with the codes and the batch of its pieces. */
export interface AdjustedLine extends NamedLine {
  readonly line: LineRow<typeof stockAdjustment>;
  /** The batch it takes its pieces from, where it names one. */
  readonly origin: number | null;
}

/** The lines of an adjustment; refuses a batch of other goods, another grade or another warehouse. */
export async function adjustedLines(
  { db }: Pick<WriteContext, 'db'>,
  step: Step<typeof stockAdjustment>,
): Promise<AdjustedLine[]> {
  const { document } = step;
  const lines = await step.lines();
  const { warehouse } = locationsOf(document.warehouse_id);
  const batches = await namedBatches(
    db,
    lines.flatMap(({ stock_batch_id: id }) => (typeof id === 'number' ? [id] : [])),
  );
  return lines.map((line, place) => {
    const batch = line.stock_batch_id === null ? undefined : batches.get(line.stock_batch_id);
    if (
      batch &&
      (batch.location !== warehouse || batch.skuId !== line.sku_id || batch.imperfectType !== line.imperfect_type)
    )
      throw new Refusal(
        'invalid',
        `批次 ${batch.serialNo} 不是本仓第 ${place + 1} 行货品和品级的批次`,
        `lines.${place}.stock_batch_id`,
      );
    return {
      line,
      field: `lines.${place}.code_ids`,
      place: place + 1,
      lineId: line.id ?? null,
      skuId: line.sku_id,
      imperfectType: line.imperfect_type,
      qty: line.qty,
      codeIds: line.code_ids ?? [],
      origin: batch?.origin ?? null,
    };
  });
}

/** Refuses codes that are not of the pieces that an adjustment of this type is of: what leaves stands there, what comes in was lost. */
export async function refuseUnfit(
  { db }: Pick<WriteContext, 'db'>,
  { document }: Step<typeof stockAdjustment>,
  lines: readonly AdjustedLine[],
): Promise<void> {
  const leaves = outgoing.includes(document.adjust_type);
  await refuseUnfitCodes(db, lines, {
    warehouseId: document.warehouse_id,
    states: leaves ? [codeStatus.inStock, codeStatus.imperfect] : [codeStatus.lost],
    anywhere: !leaves,
  });
}

/** Refuses, by their lines, pieces that a rule lets go by their batch alone and pieces with codes that are not named. The balances are locked. */
export function refuseUnsaid(
  balances: ReadonlyMap<string, Balance>,
  { document, lines }: { document: Step<typeof stockAdjustment>['document']; lines: readonly AdjustedLine[] },
): void {
  const warehouseId = document.warehouse_id;
  for (const line of lines) {
    const balance = balances.get(keyOf({ ...line, location: locationsOf(warehouseId).warehouse }));
    if (line.origin === null && balance?.outOrder === outOrder.named)
      throw new GoodsRefusal(
        'invalid',
        balance,
        (goods) => `第 ${line.place} 行 ${goods} 按库存规则须指定批次出库`,
        `lines.${line.place - 1}.stock_batch_id`,
      );
  }
  // What left before now may have been counted since: what is asked of it is settled when it is posted.
  if (!document.happened_at) refuseUnnamedPieces(balances, { lines, warehouseId });
}

/** What becomes of the codes of an adjustment's pieces: lost ones are missing, what comes in was found, other grades have them go along, the rest is done with. */
export function codesThatMove({ document }: Step<typeof stockAdjustment>, lines: readonly AdjustedLine[]): CodeMove[] {
  const type = document.adjust_type;
  const warehouseId = document.warehouse_id;
  return movesOf(lines, (place) => ({
    step: stepOf(type),
    warehouseId,
    imperfectType: Number(
      (regrading.includes(type) ? lines[place]?.line.to_imperfect_type : lines[place]?.imperfectType) ?? 0,
    ),
  }));
}

const stepOf = (type: number): CodeStep => {
  if (type === adjustType.loss) return 'lose';
  if (type === adjustType.degrade) return 'degrade';
  if (type === adjustType.restore) return 'restore';
  return outgoing.includes(type) ? 'scrap' : 'find';
};
