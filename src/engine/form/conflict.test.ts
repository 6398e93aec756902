import { describe, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Detailed } from '#contract/kit/calls.ts';
import type { Values } from '../row.ts';
import { anAdjustment } from '../test-adjustment.ts';
import { changeOf, type Draft, draftOf, type Start, startOf } from './change.ts';
import { conflictOf, settled } from './conflict.ts';
import { addLines, changeLines, removeLines } from './lines.ts';

const step = { id: 7, action: 'edit', label: '编辑', admin_name: '李', at: '2026-11-22T02:00:00Z' };

/** The record with so many lines of one piece, and what somebody has made of it. */
function stored(given: Values = {}, lines: Values[] = []): Start {
  const record = anAdjustment({ lines: 4, ...given });
  const known = (record['lines'] as Values[]).map((line) => ({
    ...line,
    ...lines.find((one) => one['id'] === line['id']),
  }));
  const left = known.filter((line) => (line as Values)['gone'] !== true);
  return startOf(stockAdjustment, { ...record, lines: left } as unknown as Detailed<typeof stockAdjustment>, {});
}

/** What one types: other words, line 1 with five, line 2 with six, line 3 away, and a new line behind line 1. */
function typed(from: Start): Draft {
  const changed = changeLines(
    from.lines,
    new Map([
      ['l0', { qty: 5 }],
      ['l1', { qty: 6 }],
    ]),
  );
  const lines = addLines(stockAdjustment, removeLines(changed, new Set(['l2'])), {
    values: [{ sku_id: 9 }],
    after: 'l0',
  });
  return { from, values: { ...from.values, reason: '我的原因', remark: '我的备注' }, lines };
}

/** What the other saved meanwhile: other words too, line 1 with seven, line 2 away, line 4 with eight. */
const theirs = stored(
  { version: 4, reason: '对方的原因', warehouse_id: 3, warehouse_id__title: '二仓', audit: [step] },
  [
    { id: 1, qty: 7 },
    { id: 2, gone: true },
    { id: 4, qty: 8 },
  ],
);

const qtys = ({ lines }: Draft) => lines.rows.map((row) => [row.id, row.values['sku_id'], row.values['qty']]);

describe('two who edit one record', () => {
  const draft = typed(stored());

  it('are told what both changed, and what only one did', () => {
    const conflict = conflictOf(stockAdjustment, draft, theirs);
    expect(conflict?.steps).toEqual([step]);
    const told = [...(conflict?.fields ?? []), ...(conflict?.lines ?? [])];
    expect(told.map(({ key, clashes }) => [key, clashes])).toEqual([
      ['warehouse_id', false],
      ['reason', true],
      ['remark', false],
      ['lines.1', true],
      ['lines.2', true],
      ['lines.3', false],
      ['lines.4', false],
    ]);
    expect(told[1]).toMatchObject({
      before: { reason: '盘点差异' },
      theirs: { reason: '对方的原因' },
      mine: { reason: '我的原因' },
    });
    expect(told[4]).toMatchObject({ theirs: null, mine: { sku_id__title: 'S2', qty: 6 } });
    expect(told[5]).toMatchObject({ mine: null });
  });

  it('go on with mine where nothing else was chosen, and with whatever only the other changed', () => {
    const merged = settled(stockAdjustment, { draft, now: theirs, theirs: new Set() });
    expect(merged.values).toMatchObject({ reason: '我的原因', remark: '我的备注', warehouse_id: 3 });
    expect(qtys(merged)).toEqual([
      [1, 1, 5],
      [undefined, 9, null],
      [4, 4, 8],
      [undefined, 2, 6],
    ]);
    expect(merged.lines.removed).toEqual([3]);
    expect(conflictOf(stockAdjustment, merged, theirs)).toBeNull();
  });

  it('go on with theirs where that was chosen, field by field and line by line', () => {
    const chosen = new Set(['reason', 'lines.1', 'lines.2']);
    const merged = settled(stockAdjustment, { draft, now: theirs, theirs: chosen });
    expect(merged.values).toMatchObject({ reason: '对方的原因', remark: '我的备注' });
    expect(qtys(merged)).toEqual([
      [1, 1, 7],
      [undefined, 9, null],
      [4, 4, 8],
    ]);
  });

  it('have no conflict while the record is as it was', () => {
    expect(conflictOf(stockAdjustment, draft, stored())).toBeNull();
  });
});

describe('a draft put back', () => {
  const draft = typed(stored());
  const change = JSON.parse(JSON.stringify(changeOf(stockAdjustment, draft)));

  it('is what was typed, on a record that nobody has touched', () => {
    const back = draftOf(stockAdjustment, change, stored());
    expect(back.values).toMatchObject({ reason: '我的原因', remark: '我的备注' });
    expect(qtys(back)).toEqual(qtys(draft));
    expect(back.lines.removed).toEqual([3]);
  });

  it('is the same conflict as it would have been, on one that another has saved', () => {
    const back = draftOf(stockAdjustment, change, theirs);
    const clashing = (one: Draft) => {
      const conflict = conflictOf(stockAdjustment, one, theirs);
      return [...(conflict?.fields ?? []), ...(conflict?.lines ?? [])].filter(({ clashes }) => clashes);
    };
    expect(clashing(back)).toEqual(clashing(draft));
    const merged = settled(stockAdjustment, { draft: back, now: theirs, theirs: new Set() });
    expect(qtys(merged)).toEqual(qtys(settled(stockAdjustment, { draft, now: theirs, theirs: new Set() })));
  });

  it('of a new record has its lines in their order', () => {
    const fresh = startOf(stockAdjustment, undefined, {});
    const lines = addLines(stockAdjustment, fresh.lines, { values: [{ sku_id: 1 }, { sku_id: 2 }, { sku_id: 3 }] });
    const back = draftOf(
      stockAdjustment,
      changeOf(stockAdjustment, { from: fresh, values: { reason: '新' }, lines }),
      fresh,
    );
    expect(qtys(back).map(([, sku]) => sku)).toEqual([1, 2, 3]);
    expect(back.values).toMatchObject({ reason: '新' });
  });
});
