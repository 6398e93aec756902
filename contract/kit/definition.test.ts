import { describe, expect, it } from 'vitest';
import { brand } from '../areas/goods/brand.ts';
import { sku } from '../areas/goods/sku.ts';
import { warehouse } from '../areas/partners/warehouse.ts';
import { callsOf, type SaveRequest, transitionCall } from './calls.ts';
import { document, linesTableOf, type Recorded, tableOf } from './definition.ts';
import { quantity } from './kinds/number.ts';
import { reference } from './kinds/reference.ts';
import { text } from './kinds/text.ts';
import { date } from './kinds/time.ts';
import { listSchema, saveSchema, transitionSchema } from './schema.ts';
import { calledTransitions, openTransitions, targetOf } from './transition.ts';

// The vocabulary was frozen over three things read side by side: brand, stocktaking, and this allocation (decision 0002).
const allot = document('allot', {
  label: '调拨单',
  group: '/v1/allot',
  number: { prefix: 'DB', field: 'allot_no' },
  title: 'allot_no',
  fields: {
    allot_no: text('调拨单号', { unique: true, derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true }),
    expect_date: date('期望到货日'),
  },
  lines: {
    label: '调拨明细',
    least: 1,
    unique: ['sku_id'],
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('申请数量', { required: true }),
      send_qty: quantity('发货数量', { derived: true, least: 0 }),
    },
  },
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待发货', 'ready', 'waiting'],
    3: ['在途', 'moving', 'moving'],
    7: ['已驳回', 'rejected', 'refused'],
  },
  editable: [1, 7],
  transitions: {
    check: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 7 },
      segment: 'check',
      access: 'allot:check',
      approval: true,
    },
    send: { label: '发货', from: [2], to: 3, segment: 'send', access: 'allot:send' },
  },
  calls: { list: ['list', 'allot:view'], add: ['add', 'allot:add'], edit: ['edit', 'allot:edit'] },
  list: {
    columns: ['allot_no', 'out_warehouse_id', 'status'],
    filters: ['allot_no', 'out_warehouse_id', 'expect_date', 'status'],
    search: ['allot_no'],
    sort: ['-id', 'allot_no'],
  },
  scope: { warehouse: 'out_warehouse_id' },
  rules: [
    (value) =>
      value.out_warehouse_id === value.in_warehouse_id
        ? { field: 'in_warehouse_id', words: '调入仓与调出仓不能相同' }
        : undefined,
  ],
});

const issueAt = (schema: ReturnType<typeof saveSchema>, value: unknown): string | undefined => {
  const parsed = schema.safeParse(value);
  const issue = parsed.error?.issues[0];
  return issue && [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
};

describe('a save', () => {
  const good = { out_warehouse_id: 1, in_warehouse_id: 2, lines: [{ sku_id: 3, qty: 4 }] };
  const schema = saveSchema(allot, 'add');

  it.each([
    ['a number as text', { ...good, out_warehouse_id: '1' }, 'out_warehouse_id'],
    ['null for something required', { ...good, in_warehouse_id: null }, 'in_warehouse_id'],
    ['a field nobody may set', { ...good, allot_no: 'DB1' }, 'allot_no'],
    ['a field nobody knows', { ...good, admin_id: 1 }, 'admin_id'],
    ['half a piece', { ...good, lines: [{ sku_id: 3, qty: 0.5 }] }, 'lines.0.qty'],
    ['a derived field in a line', { ...good, lines: [{ sku_id: 3, qty: 1, send_qty: 1 }] }, 'lines.0.send_qty'],
    ['a broken rule across fields', { ...good, in_warehouse_id: 1 }, 'in_warehouse_id'],
    ['a day that does not exist', { ...good, expect_date: '2026-02-30' }, 'expect_date'],
  ])('refuses %s and says where', (_name, value, field) => {
    expect(issueAt(schema, value)).toBe(field);
  });

  it('takes what is right, and an edit that names only what changes', () => {
    expect(schema.safeParse(good).success).toBe(true);
    expect(
      saveSchema(allot, 'edit').safeParse({
        id: 1,
        version: 2,
        line_changes: { put: [{ id: 9, sku_id: 3, qty: 5 }], remove: [] },
      }).success,
    ).toBe(true);
    expect(issueAt(saveSchema(allot, 'edit'), { id: 1, version: 2, out_warehouse_id: null })).toBe('out_warehouse_id');
  });
});

describe('a list', () => {
  it('refuses a sort or a filter that the definition does not name', () => {
    expect(listSchema(allot).safeParse({ sort: 'password_hash' }).success).toBe(false);
    expect(listSchema(allot).safeParse({ sort: '-allot_no' }).success).toBe(true);
    expect(listSchema(allot).safeParse({ created_by: 1 }).success).toBe(false);
    expect(
      listSchema(allot).safeParse({ expect_date_from: '2026-01-01', status: [1, 2], out_warehouse_id: 5 }).success,
    ).toBe(true);
    expect(listSchema(allot).safeParse({ page_size: 501 }).success).toBe(false);
  });
});

describe('a transition', () => {
  const [, check] = calledTransitions(allot)[0] ?? [];
  const [, send] = calledTransitions(allot)[1] ?? [];

  it('asks for a verdict and for a remark when it rejects', () => {
    if (!check || !send) throw new Error('transitions are missing');
    expect(transitionSchema(allot, check).safeParse({ id: 1, version: 3 }).success).toBe(false);
    expect(transitionSchema(allot, check).safeParse({ id: 1, version: 3, result: 2 }).success).toBe(false);
    expect(transitionSchema(allot, check).safeParse({ id: 1, version: 3, result: 2, remark: '数量不对' }).success).toBe(
      true,
    );
    expect(transitionSchema(allot, send).safeParse({ id: 1, version: 3, result: 1 }).success).toBe(false);
    expect(transitionSchema(allot, send).safeParse({ id: 1, ids: [2] }).success).toBe(false);
    expect([targetOf(check, {}, 1), targetOf(check, {}, 2), targetOf(send, {})]).toEqual([2, 7, 3]);
  });

  it('is refused with one record whose version nobody saw, however the record is named', () => {
    if (!send) throw new Error('a transition is missing');
    const field = (asked: object) => transitionSchema(allot, send).safeParse(asked).error?.issues[0]?.path;
    expect([field({ id: 1 }), field({ ids: [1] })]).toEqual([['version'], ['version']]);
    const seen = [{ id: 1, version: 2 }, { ids: [1], version: 2 }, { ids: [1, 2] }, { each: [{ id: 1, version: 2 }] }];
    expect(seen.map(field)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is open in the states it starts from, and nowhere else', () => {
    expect(openTransitions(allot.transitions, 1)).toEqual(['check']);
    expect(openTransitions(allot.transitions, 3)).toEqual([]);
  });
});

describe('what follows from a definition', () => {
  it('names tables and calls', () => {
    expect([tableOf(allot), linesTableOf(allot), linesTableOf(warehouse), tableOf({ name: 'order' })]).toEqual([
      'allot',
      'allot_line',
      'warehouse_zone',
      'sale_order',
    ]);
    expect(callsOf(brand).options).toMatchObject({ path: '/v1/brand/getBrands', access: 'login', mutates: false });
    expect(transitionCall(allot, 'check')).toMatchObject({
      path: '/v1/allot/check',
      access: 'allot:check',
      mutates: true,
    });
  });

  it('infers the record: this compiles or the types are wrong', () => {
    const record: Pick<Recorded<typeof allot>, 'out_warehouse_id' | 'expect_date' | 'status'> = {
      out_warehouse_id: 1,
      expect_date: null,
      status: 1,
    };
    const request: SaveRequest<typeof allot> = {
      out_warehouse_id: 1,
      lines: [{ id: 1, sku_id: 2, qty: 3, send_qty: null }],
    };
    // @ts-expect-error a required reference is never null
    const wrong: Pick<Recorded<typeof allot>, 'out_warehouse_id'> = { out_warehouse_id: null };
    expect([record.status, request.out_warehouse_id, wrong.out_warehouse_id]).toEqual([1, 1, null]);
  });
});
