import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { fleetCalls, type PutAway } from '#contract/areas/fleet/fleet-calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';

// What people put away on tablets, in the trail of what it was meant for.

let house: House;
let staff: Actor;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db, new Date().toISOString());
  staff = await house.person('仓管', ['common:scanDiscard']);
  await house.ask(staff, fleetCalls.seen, {
    device_id: 'tablet-0001',
    name: '平板 1',
    page_build: 'b1',
    worker_build: null,
    waiting_update: false,
    shown_as: 2,
    unsent: 0,
    oldest_seconds: null,
    attention: 1,
    storage_persisted: true,
    storage_used: null,
    skew_ms: 0,
  });
});

const entry = (more: Partial<PutAway> = {}): PutAway => ({
  op_id: '11111111-1111-4111-8111-111111111111',
  discarded: '22222222-2222-4222-8222-222222222222',
  kind: 'stocktaking',
  document: 7,
  what: '6901000 +4',
  why: '不在盘点范围内',
  reason: '扫错了',
  discarded_at: '2026-11-26T08:00:00.000Z',
  ...more,
});
const tell = (entries: PutAway[], by = staff) =>
  house.ask(by, fleetCalls.discarded, { device_id: 'tablet-0001', entries });
const trail = async () =>
  (
    await sql<{ doc_type: string; label: string; remark: string }>`
      select doc_type, label, remark from audit_log where action = 'scanDiscard'`.execute(house.db)
  ).rows;

it('takes nothing from who lacks the key, and nothing without a reason', async () => {
  const other = await house.person('收银', []);
  await expect(tell([entry()], other)).rejects.toMatchObject({ kind: 'forbidden' });
  for (const [more, field] of [
    [{ reason: '' }, 'entries.0.reason'],
    [{ kind: 'payment' as never }, 'entries.0.kind'],
    [{ document: 0 }, 'entries.0.document'],
    [{ op_id: 'x' }, 'entries.0.op_id'],
  ] as const)
    await expect(tell([entry(more)]), field).rejects.toMatchObject({ field });
  expect(await trail()).toEqual([]);
});

it('is written once, with what it was, why it waited and the reason, by its device where its document is out of sight', async () => {
  const { op_id } = entry();
  expect(await tell([entry()])).toMatchObject({ answers: [{ op_id, outcome: 'accepted' }] });
  expect(await tell([entry()])).toMatchObject({ answers: [{ op_id, outcome: 'accepted' }] });
  expect(await trail()).toEqual([
    {
      doc_type: 'clientDevice',
      label: '作废扫描记录',
      remark: '6901000 +4；未计入：不在盘点范围内；原因：扫错了',
    },
  ]);
});

it('is written by its person where its device has never spoken of itself either', async () => {
  const told = entry({ op_id: '33333333-3333-4333-8333-333333333333', what: '6902000 +1' });
  await house.ask(staff, fleetCalls.discarded, { device_id: 'tablet-9999', entries: [told] });
  const { rows } = await sql`
    select doc_type, doc_id, remark from audit_log where action = 'scanDiscard' and doc_type = 'admin'`.execute(
    house.db,
  );
  expect(rows).toEqual([
    {
      doc_type: 'admin',
      doc_id: staff.id,
      remark: '6902000 +1；未计入：不在盘点范围内；原因：扫错了；设备：tablet-9999',
    },
  ]);
});
