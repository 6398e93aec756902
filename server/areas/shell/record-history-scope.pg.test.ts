import { beforeAll, expect, test } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { recordHistory } from '#contract/areas/shell/record-history.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { addSupplier } from '#tests/factories/partners.ts';

let office: Office;
let seen: number;
let hidden: number;
beforeAll(async () => {
  office = officeOf((await testDatabase()).db);
  [seen, hidden] = [await addSupplier(office), await addSupplier(office)];
});
const key = supplier.calls.detail?.[1] ?? '';
const of = (doc_id: number, doc_type: string = supplier.name) => ({ doc_type, doc_id });

test('a history is refused of what there is not, without the key of the page, and outside the data scope', async () => {
  expect(await office.refused(recordHistory, of(seen, 'nothing'))).toMatchObject({
    kind: 'invalid',
    field: 'doc_type',
  });
  expect(await office.refused(recordHistory, of(999_999))).toMatchObject({ kind: 'notFound', field: 'doc_id' });
  const others = anyone({ keys: [brand.calls.detail?.[1] ?? ''] });
  expect(await office.refused(recordHistory, of(seen), others)).toMatchObject({ kind: 'forbidden' });
  const limited = anyone({ keys: [key], scope: [{ supplier: [seen] }] });
  expect(await office.refused(recordHistory, of(hidden), limited)).toMatchObject({ kind: 'notFound' });
  expect((await office.call(recordHistory, of(seen), limited)).total).toBe(1);
});

test('a history is the one that the page of the record shows', async () => {
  await office.call(callsOf(supplier).status, { ids: [seen], status: 0 });
  const { list, total } = await office.call(recordHistory, of(seen));
  expect(list).toEqual((await office.call(callsOf(supplier).detail, { id: seen })).audit);
  expect(total).toBe(2);
  expect(list.at(-1)?.to_status).toBe(0);
});
