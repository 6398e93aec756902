import { sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { codeSteps } from '#contract/areas/codes/code-life.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { requireField } from '#server/kit/require-field.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { StandingCode } from '#server/ledger/code-move.ts';
import { lockCodes, statusWords } from '#server/ledger/codes.ts';
import { refuseUnseen } from './by-hand.ts';

interface Report {
  readonly code_ids: number[];
  /** 1: they are missing, 2: they are found. */
  readonly op: 1 | 2;
  readonly reason: string;
}

/** What a report makes of each op: the step that the codes will take, the states they may be in, the adjustment. */
const ops = {
  1: { step: 'lose', from: [codeStatus.inStock, codeStatus.imperfect], type: adjustType.loss },
  2: { step: 'find', from: [codeStatus.lost], type: adjustType.gain },
} as const;

/**
 * Reports codes as lost or found: an adjustment for each warehouse, submitted, which names them. Codes and quantity change when a second
 * person passes it (amendments E); what is reported lost is held meanwhile.
 */
export async function reportLost(
  kit: Kit,
  context: WriteContext,
  { code_ids, op, reason }: Report,
): Promise<{ adjust_nos: string[] }> {
  await refuseUnseen(context, code_ids);
  const { step, from, type } = ops[op];
  // The adjustment locks stock first and codes after it, and judges them again.
  const codes = [...(await lockCodes(context.db, code_ids, 'read')).values()];
  for (const { uniqueCode, status } of codes)
    if (!(from as readonly number[]).includes(status))
      throw new Refusal(
        'illegalTransition',
        `唯一码 ${uniqueCode} 当前为“${statusWords(status)}”，不能${codeSteps[step].label}`,
        'code_ids',
      );
  await refuseReported(context, code_ids);
  const adjust_nos: string[] = [];
  const warehouses = [...new Set(codes.map((code) => requireField(code, 'warehouseId')))].toSorted((a, b) => a - b);
  for (const warehouse_id of warehouses) {
    const { id, no } = await createDocument(kit, context, {
      definition: stockAdjustment,
      values: {
        warehouse_id,
        adjust_type: type,
        reason,
        total_qty: codes.filter((one) => one.warehouseId === warehouse_id).length,
      },
      lines: linesOf(codes.filter((one) => one.warehouseId === warehouse_id)),
      label: op === 1 ? '唯一码挂失' : '唯一码找回',
    });
    await runTransition(kit.registry, context, { definition: stockAdjustment, name: 'submit', id });
    adjust_nos.push(no ?? '');
  }
  return { adjust_nos };
}

/** Nobody reports a piece as found twice. */
async function refuseReported({ db }: WriteContext, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ adjust_no: string; unique_code: string }>`
    select a.adjust_no, c.unique_code from stock_adjustment a join stock_adjustment_line l on l.stock_adjustment_id = a.id
    join piece_code c on c.id = any(l.code_ids) where a.status = 1 and l.code_ids && ${[...ids]}::bigint[] and c.id = any(${[...ids]}::bigint[]) limit 1`.execute(
    db,
  );
  const [found] = rows;
  if (found)
    throw new Refusal(
      'illegalTransition',
      `唯一码 ${found.unique_code} 已在调整单 ${found.adjust_no} 中待审核`,
      'code_ids',
    );
}

/** A line for each goods and grade, with the codes of its pieces. */
function linesOf(codes: readonly StandingCode[]) {
  const lines = new Map<string, { sku_id: number; imperfect_type: number; qty: number; code_ids: number[] }>();
  for (const { id, skuId, imperfectType } of codes) {
    const key = `${skuId}/${imperfectType}`;
    const line = lines.get(key) ?? { sku_id: skuId, imperfect_type: imperfectType, qty: 0, code_ids: [] };
    lines.set(key, { ...line, qty: line.qty + 1, code_ids: [...line.code_ids, id] });
  }
  return [...lines.values()];
}
