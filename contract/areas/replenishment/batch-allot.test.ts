import { expect, it } from 'vitest';
import { saveSchema, transitionSchema } from '../../kit/schema.ts';
import { allotDecision } from './allot-decision.ts';
import { batchAllot, matrixLimits } from './batch-allot.ts';

const batchOf = (goods: number, receivers: number) => ({
  allot_type: 1,
  out_warehouse_id: 1,
  lines: Array.from({ length: goods * receivers }, (_, at) => ({
    sku_id: 1 + Math.floor(at / receivers),
    in_warehouse_id: 2 + (at % receivers),
    qty: 1,
  })),
});
const wrong = (goods: number, receivers: number) =>
  saveSchema(batchAllot, 'add')
    .safeParse(batchOf(goods, receivers))
    .error?.issues.map(({ path }) => path.join('.'));

it('is a matrix of five hundred goods and twelve shops, and not of more than a person looks over', () => {
  expect(wrong(500, 12)).toBeUndefined();
  expect(wrong(matrixLimits.cells + 1, 1)).toEqual(['lines']);
  expect(wrong(1, matrixLimits.receivers + 1)).toEqual(['lines']);
});

it('asks nothing of lines where several decisions are confirmed at once', () => {
  const { confirm } = allotDecision.transitions;
  const schema = transitionSchema(allotDecision, confirm as never);
  expect(schema.safeParse({ each: [{ id: 1, version: 1 }] }).success).toBe(true);
  expect(schema.safeParse({ id: 1, version: 1, lines: [] }).success).toBe(false);
  expect(schema.safeParse({ id: 1, version: 1, lines: [{ line_id: 1, confirm_qty: 0 }] }).success).toBe(true);
});
