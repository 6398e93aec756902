import { expect, it } from 'vitest';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { documentSteps } from './document-steps.ts';

const read = (status: number) => documentSteps(stocktaking, status).map(({ label, place }) => `${label} ${place}`);

it('stands on the way from the plan to the posting', () => {
  expect(read(4)).toEqual([
    '计划 behind',
    '初盘中 behind',
    '待复核 behind',
    '待审核 here',
    '待过账 ahead',
    '已过账 ahead',
  ]);
});

it('a recount stands in the place of the count, and a voided sheet nowhere', () => {
  expect(read(3)).toEqual([
    '计划 behind',
    '复盘中 here',
    '待复核 ahead',
    '待审核 ahead',
    '待过账 ahead',
    '已过账 ahead',
  ]);
  expect(read(-1)).toEqual([]);
});

it('what the house may take back is still the end of the way, and a part of it stands in the place of nothing yet', () => {
  const of = (status: number) => documentSteps(imperfectRecord, status).map(({ label, place }) => `${label} ${place}`);
  expect(of(4)).toEqual(['待审核 behind', '待处理 behind', '已处理 here']);
  expect(of(3)).toEqual(['待审核 behind', '部分处理 here', '已处理 ahead']);
});

it('follows the definition of any document', () => {
  const steps = documentSteps(stockAdjustment, 0);
  expect(steps[0]).toMatchObject({ status: 0, place: 'here' });
  expect(steps.length).toBeGreaterThan(2);
});

it('goes where a pass leads, though a rejection is a step of its own', () => {
  expect(documentSteps(purchasePriceSheet, 1).map(({ label }) => label)).toEqual([
    '草稿',
    '待部门审核',
    '待财务审核',
    '已生效',
  ]);
  expect(documentSteps(purchasePriceSheet, 4).map(({ place }) => place)).toEqual(['here', 'ahead', 'ahead', 'ahead']);
});
