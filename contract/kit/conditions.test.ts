import { describe, expect, it } from 'vitest';
import { everywhere, inShops, lasting, limited, priceSheet } from '#tests/factories/price-sheet.ts';
import { backOrder } from '../areas/purchasing/back-order.ts';
import { adjustType, stockAdjustment } from '../areas/warehouse/stock-adjustment.ts';
import { computedValues, fieldFor, fieldsFor, isRequired } from './conditions.ts';
import { saveSchema, transitionSchema } from './schema.ts';

const good = { price_type: lasting, scope_type: everywhere, lines: [] };
const line = { style: 'S1', tag_price: 10_000, new_price: 8_000 };

describe('a save', () => {
  const schema = saveSchema(priceSheet, 'add');
  const issueOf = (value: unknown) => {
    const issue = schema.safeParse(value).error?.issues[0];
    return issue && [issue.path.join('.'), issue.message];
  };

  it.each([
    ['nothing where this record asks for something', { ...good, price_type: limited }, ['expire_at', '失效日不能为空']],
    ['spaces where it does', { ...good, scope_type: inShops, shop_code: '  ' }, ['shop_code', '门店编码不能为空']],
    [
      'something in a field that this record does not have',
      { ...good, shop_code: 'M1' },
      ['shop_code', '此时没有门店编码，请留空'],
    ],
    [
      'the same of a line, by its record',
      { ...good, lines: [{ ...line, until: '2026-12-01' }] },
      ['lines.0.until', '此时没有到，请留空'],
    ],
    [
      'nothing where this line asks for something',
      { ...good, lines: [line, { ...line, style: 'S2', new_price: 4_999 }] },
      ['lines.1.reason', '原因不能为空'],
    ],
  ])('is refused with %s', (_what, value, issue) => {
    expect(issueOf(value)).toEqual(issue);
  });

  it('is taken where nothing is asked for, and takes nothing for a field that is not there', () => {
    expect(issueOf({ ...good, expire_at: null, shop_code: null, lines: [{ ...line, until: null }] })).toBeUndefined();
  });

  it('never takes what is worked out', () => {
    expect(issueOf({ ...good, lines: [{ ...line, discount_bp: 1 }] })?.[0]).toBe('lines.0');
    expect(issueOf({ ...good, note: '长期' })?.[0]).toBe('');
  });

  it('asks the rules of a definition before: their words say more', () => {
    const value = { warehouse_id: 1, adjust_type: adjustType.gain, reason: '盘点', lines: [] };
    const grades = (adjust_type: number, to_imperfect_type?: number) =>
      saveSchema(stockAdjustment, 'add').safeParse({
        ...value,
        adjust_type,
        lines: [{ sku_id: 1, qty: 1, ...(to_imperfect_type === undefined ? {} : { to_imperfect_type }) }],
      }).error?.issues[0]?.message;
    expect(grades(adjustType.gain, 1)).toBe('只有品级转换才填写转入品级');
    expect(grades(adjustType.degrade)).toBe('请填写与原品级不同的转入品级');
  });
});

it('a step asks for what its own answers make it ask', () => {
  const schema = transitionSchema(priceSheet, priceSheet.transitions.stop as never);
  const issueOf = (asked: object) => schema.safeParse({ id: 1, version: 1, ...asked }).error?.issues[0]?.path;
  expect(issueOf({ why: 2 })).toEqual(['words']);
  expect(issueOf({ why: 1, words: '多余' })).toEqual(['words']);
  expect([issueOf({ why: 1 }), issueOf({ why: 2, words: '换季' })]).toEqual([undefined, undefined]);
});

describe('the fields of a record', () => {
  const { fields } = priceSheet;

  it('are those that it has, required as it is: the same objects for the same answer', () => {
    const [one, other] = [limited, lasting].map((price_type) => fieldsFor(fields, { price_type, scope_type: 1 }));
    expect(Object.keys(one ?? {})).not.toContain('shop_code');
    expect([one?.expire_at?.required, other?.expire_at?.required]).toEqual([true, false]);
    expect(fieldFor(fields.expire_at, { price_type: limited })).toBe(one?.expire_at);
    expect(one?.price_type).toBe(fields.price_type);
  });

  it('ask for nothing where they are not there', () => {
    const always = { ...fields.shop_code, required: true };
    expect([everywhere, inShops].map((scope_type) => isRequired(always, { scope_type }))).toEqual([false, true]);
  });
});

describe('what follows from others', () => {
  it('is worked out of the line and its record, and is nothing until it can be', () => {
    const { fields } = priceSheet.lines;
    expect(computedValues(fields, line)).toMatchObject({ discount_bp: 8_000 });
    expect(computedValues(fields, { style: 'S1' })).toEqual({ discount_bp: null, margin: null });
    expect(computedValues(backOrder.lines.fields, { qty: 3, back_price: 1_250 })).toEqual({ amount: 3_750 });
    expect(computedValues(backOrder.lines.fields, { qty: 'x', back_price: 1 })).toEqual({ amount: 0 });
  });
});
