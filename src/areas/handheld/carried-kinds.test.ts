import { describe, expect, it } from 'vitest';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice } from '#tests/torture/device.ts';
import { isOfItsKind } from './carried-kinds.ts';
import { stocktakingOf } from './stocktaking/stocktaking.ts';

const op = '11111111-1111-4111-8111-111111111111';
const pieces = { kind: 'add', barcode: '6901000', imperfect_type: 0, qty: 1, sku_id: null };
const kinds = {
  stocktaking: { ...pieces, zone: 'A', round: 1 },
  inbound: { ...pieces, production_date: null, expire_at: '2026-09-01' },
  allotOut: { ...pieces, carton: 1 },
  allotInto: { ...pieces, kind: 'void', qty: 0, carton: null, voids: op },
  orderOut: { ...pieces, kind: 'send', qty: 0, logistics_id: 3, waybill_no: 'YD-1' },
  imperfect: {
    barcode: '6901000',
    source_type: 1,
    imperfect_type: 2,
    qty: 1,
    reason: '破损',
    picture: { op_id: op, data: 'AAAA' },
  },
  putAway: { discarded: op, kind: 'inbound', document: 7, what: '+1', why: '', reason: '扫错了' },
} as const;

const signing = { ...kinds.allotInto, kind: 'sign', voids: undefined };

describe('a row of a file is none of its kind', () => {
  it.each([
    ['with the frame alone', 'stocktaking', {}],
    ['of a deed that its kind does not know', 'inbound', { ...kinds.inbound, kind: 'send' }],
    ['with pieces in words', 'allotOut', { ...kinds.allotOut, qty: '3' }],
    ['with pieces that are no whole ones', 'stocktaking', { ...kinds.stocktaking, qty: 1.5 }],
    ['with a day that is none', 'inbound', { ...kinds.inbound, expire_at: '明年' }],
    ['with a code longer than any', 'allotInto', { ...kinds.allotInto, barcode: '9'.repeat(65) }],
    ['that takes back what nobody could have made', 'allotInto', { ...kinds.allotInto, voids: 'x' }],
    ['of a step that orders do not have', 'orderOut', { ...pieces, kind: 'sign' }],
    ['that names damaged pieces of no line', 'allotInto', { ...signing, damaged: [{ codes: ['1'] }] }],
    ['with a picture without its letters', 'imperfect', { ...kinds.imperfect, picture: { op_id: op } }],
    ['that puts away without a reason', 'putAway', { ...kinds.putAway, reason: undefined }],
  ])('%s', (_words, kind, payload) => {
    expect(isOfItsKind({ stream: `${kind}:7`, payload })).toBe(false);
  });
});

describe('a row of a file is of its kind', () => {
  it.each(Object.entries(kinds))('as %s says it', (kind, payload) => {
    expect(isOfItsKind({ stream: `${kind}:7`, payload })).toBe(true);
  });

  it('as a signing that names damaged pieces', () => {
    const payload = { ...signing, damaged: [{ line_id: 71, codes: ['1000000000000016'] }] };
    expect(isOfItsKind({ stream: 'allotInto:7', payload })).toBe(true);
  });

  it('as a device has kept it, and where only a newer build can tell', async () => {
    const { local } = await newDevice();
    await stocktakingOf(local).append(newScan({ qty: 2 }));
    const carried = await local.outbox.carryOut();
    expect(carried?.rows.map(isOfItsKind)).toEqual([true]);
    expect(isOfItsKind({ stream: 'mending:7', payload: {} })).toBe(true);
  });
});
