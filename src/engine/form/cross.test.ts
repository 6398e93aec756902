import { expect, it } from 'vitest';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { axisRecordsIn, crossCell, crossFields, crossWork, linesByCell, pastedCross } from './cross.ts';
import { linesFrom } from './lines.ts';

const of = { goods: 'sku_id', across: 'in_warehouse_id', qty: 'qty' };
const { qty: field } = batchAllot.lines.fields;
const line = (id: number, sku_id: number, in_warehouse_id: number, qty: unknown) => ({
  id,
  sku_id,
  sku_id__title: `S${sku_id}`,
  sku_id__hint: `T恤 ${sku_id}`,
  in_warehouse_id,
  in_warehouse_id__title: `店${in_warehouse_id}`,
  qty,
});
const lines = linesFrom([line(1, 10, 1, 4), line(2, 10, 2, 5), line(3, 11, 1, 6)]);
const named = {
  goods: new Map([[12, { title: 'S12', hint: '裤' }]]),
  across: new Map([[2, { title: '店2', hint: null }]]),
};

it('knows lines that are goods for several places, and no others', () => {
  expect(crossFields(batchAllot)).toEqual(of);
  expect([purchaseOrder, stockAdjustment].map((one) => crossFields(one))).toEqual([undefined, undefined]);
});

it('stands goods down and places across, each once', () => {
  expect(axisRecordsIn('sku_id', lines)).toEqual([
    { id: 10, title: 'S10', hint: 'T恤 10' },
    { id: 11, title: 'S11', hint: 'T恤 11' },
  ]);
  expect(axisRecordsIn('in_warehouse_id', lines).map(({ title, hint }) => [title, hint])).toEqual([
    ['店1', null],
    ['店2', null],
  ]);
  expect(linesByCell(of, lines).get('10/2')?.values.qty).toBe(5);
});

it('changes, takes away and adds what was typed, and leaves the rest', () => {
  const cells = new Map<string, unknown>([
    [crossCell(10, 1), 9],
    [crossCell(10, 2), null],
    [crossCell(11, 1), 6],
    [crossCell(11, 2), 0],
    [crossCell(12, 2), 3],
  ]);
  const { changes, removed, added } = crossWork(of, lines, { cells, named });
  expect([...changes]).toEqual([['l0', { qty: 9 }]]);
  expect([...removed]).toEqual(['l1']);
  expect(added).toEqual([
    {
      sku_id: 12,
      sku_id__title: 'S12',
      sku_id__hint: '裤',
      in_warehouse_id: 2,
      in_warehouse_id__title: '店2',
      in_warehouse_id__hint: null,
      qty: 3,
    },
  ]);
});

it('takes a block from a spreadsheet from where the cursor stands, up to the edge', () => {
  const rows = axisRecordsIn('sku_id', lines);
  const columns = axisRecordsIn('in_warehouse_id', lines);
  const pasted = pastedCross({ rows, columns }, '1\t2\n1,000\tx\n7\t8', { at: { goods: 10, across: 1 }, field });
  expect([...pasted]).toEqual([
    ['10/1', 1],
    ['10/2', 2],
    ['11/1', 1000],
    ['11/2', 'x'],
  ]);
  expect(pastedCross({ rows, columns }, '1\t\n', { at: { goods: 11, across: 2 }, field })).toEqual(
    new Map([['11/2', 1]]),
  );
});
