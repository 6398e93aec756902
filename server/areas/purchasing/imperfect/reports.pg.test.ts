import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import {
  type ImperfectReport,
  imperfectReportCall,
  reportPlacesCall,
} from '#contract/areas/purchasing/imperfect-report.ts';
import { type AttachmentCalls, attachmentCalls } from '#contract/kit/attachments.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { testStore, uploaded } from '#tests/factories/files.ts';
import { allKeys, everybody, imperfects, type Supplied, supplied } from '#tests/factories/returns.ts';

// Imperfect goods that a tablet reports: once each, with their picture, however often they are sent (amendments G12 for what is reported).

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;
let keeper: Actor;
const store = await testStore();
const files = attachmentCalls(imperfectRecord) as AttachmentCalls;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  ({ keeper } = people);
});
beforeEach(async () => {
  goods = await supplied(house, people, [[10, 1001]]);
});
afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const entry = (more: Partial<ImperfectReport> = {}): ImperfectReport => ({
  op_id: crypto.randomUUID(),
  barcode: goods.skuNo,
  source_type: 2,
  imperfect_type: 1,
  qty: 2,
  reason: '袖口破损',
  file_id: null,
  found_at: '2026-03-02T01:30:00.000Z',
  ...more,
});
const report = (
  entries: ImperfectReport[],
  { by = keeper, device = 'tablet-0001', warehouse = goods.warehouse } = {},
) => house.ask(by, imperfectReportCall, { warehouse_id: warehouse, device_id: device, entries });
const records = async () => {
  const { list } = await house.ask(keeper, imperfects.list, { warehouse_id: [goods.warehouse] } as never);
  return list as unknown as { id: number; total_qty: number; status: number; source_type: number }[];
};

it('is refused without the key, for a warehouse out of sight, and where an entry says nothing', async () => {
  await expect(report([entry()], { by: await house.person('收银', []) })).rejects.toMatchObject({ kind: 'forbidden' });
  const elsewhere = await house.person('别仓', [...allKeys], [{ warehouse: [goods.warehouse + 1000] }]);
  await expect(report([entry()], { by: elsewhere })).rejects.toMatchObject({ kind: 'notFound' });
  expect((await house.ask(elsewhere, reportPlacesCall, {})).list).toEqual([]);
  const twice = entry();
  for (const [entries, field] of [
    [[entry({ reason: '' })], 'entries.0.reason'],
    [[entry({ qty: 0 })], 'entries.0.qty'],
    [[entry({ barcode: '' })], 'entries.0.barcode'],
    [[entry({ file_id: '../x' })], 'entries.0.file_id'],
    [[entry({ found_at: 'gestern' })], 'entries.0.found_at'],
    [[twice, twice], 'entries'],
    [[], 'entries'],
  ] as const)
    await expect(report([...entries]), field).rejects.toMatchObject({ kind: 'invalid', field });
  expect(await records()).toEqual([]);
});

it('answers each by itself: what cannot be a record waits for a person, and takes nothing from the others', async () => {
  const [unknown, good, tooMany, asGood, missing] = [
    entry({ barcode: '0000123' }),
    entry(),
    entry({ qty: 99 }),
    entry({ imperfect_type: 0 }),
    entry({ file_id: '0'.repeat(32) }),
  ];
  const { answers } = await report([unknown, good, tooMany, asGood, missing]);
  expect(answers.map(({ op_id, outcome, code }) => [op_id, outcome, code])).toEqual([
    [unknown.op_id, 'refused', 4001],
    [good.op_id, 'accepted', undefined],
    [tooMany.op_id, 'refused', 4011],
    [asGood.op_id, 'refused', 4001],
    [missing.op_id, 'refused', 4004],
  ]);
  expect(answers.every(({ outcome, msg }) => outcome === 'accepted' || (msg ?? '').length > 3)).toBe(true);
  expect(await records()).toMatchObject([{ total_qty: 2, status: 1, source_type: 2 }]);
  // Of what was refused nothing is held.
  expect((await goods.batches()).map(({ locked }) => locked)).toEqual([2]);
});

it('is one record with its picture however often it is sent, also after it was judged', async () => {
  const file = await uploaded(house.db, { store, by: keeper, at: house.clock.now() });
  const one = entry({ file_id: file });
  for (const _try of [1, 2, 3])
    expect((await report([one])).answers).toEqual([{ op_id: one.op_id, outcome: 'accepted' }]);
  const [record] = await records();
  expect(await records()).toHaveLength(1);
  const id = record?.id ?? 0;
  expect((await house.ask(keeper, files.list, { id })).list).toMatchObject([{ id: file, kind: 'picture' }]);
  const { audit } = await house.ask(keeper, imperfects.detail, { id });
  expect(audit.filter(({ action }) => action === 'report')).toMatchObject([
    { label: '平板登记', remark: '发现于 2026-03-02 09:30', admin_id: keeper.id },
  ]);
  await house.ask(people.head, imperfects.audit, { id, result: 1 });
  expect((await report([one])).answers).toEqual([{ op_id: one.op_id, outcome: 'accepted' }]);
  expect(await records()).toHaveLength(1);
});

it('is nobody else’s: the same id from another device or person is told, and makes nothing', async () => {
  const one = entry();
  await report([one]);
  for (const at of [{ device: 'tablet-0002' }, { by: people.buyer }])
    expect((await report([one], at)).answers).toMatchObject([{ outcome: 'refused', code: 4014 }]);
  expect(await records()).toHaveLength(1);
});

it('sent by two pages at once is one record', async () => {
  const one = entry();
  const sent = await Promise.all([report([one]), report([one]), report([one])]);
  expect(sent.flatMap(({ answers }) => answers.map(({ outcome }) => outcome))).toEqual(Array(3).fill('accepted'));
  expect(await records()).toHaveLength(1);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from imperfect_report where op_id = ${one.op_id}`.execute(house.db);
  expect(rows).toEqual([{ n: 1 }]);
});
