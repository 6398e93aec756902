import { expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { officeOf } from '#tests/factories/office.ts';
import { namingItsField } from './unstorable.ts';

it('a text that the database cannot hold is refused by its field, written or looked for', async () => {
  const { db } = await testDatabase();
  const office = officeOf(db);
  const added = await office.refused(callsOf(brand).add, { name: '零\u0000字节' } as never);
  expect(added).toMatchObject({ kind: 'invalid', field: 'name' });
  const asked = await office.refused(callsOf(stock).list, { keyword: 'a\u0000b' } as never);
  expect(asked).toMatchObject({ kind: 'invalid', field: 'keyword' });
});

it('a value that is out of range is refused by the field that it was sent with, and by none where it was not sent', () => {
  const error = { code: '22003', message: 'value "9007199254740991" is out of range for type integer' };
  const named = namingItsField(error, { call: callsOf(brand).add, definition: brand } as never, {
    lines: [{ qty: 1 }, { qty: 9_007_199_254_740_991 }],
  });
  expect(named).toMatchObject({ kind: 'invalid', field: 'lines.1.qty' });
  expect(namingItsField(error, { call: callsOf(brand).add, definition: brand } as never, { order: 1 })).toBe(error);
});
