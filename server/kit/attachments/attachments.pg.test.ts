import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { type AttachmentCalls, attachmentCalls } from '#contract/kit/attachments.ts';
import type { Call, InputOf } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { forgetFiles } from '#server/areas/tasks/forget-files.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { testStore, uploaded } from '#tests/factories/files.ts';
import { creditCode } from '#tests/factories/partners.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';

const { db } = await testDatabase();
const house = openHouse(db);
const store = await testStore();
const files = attachmentCalls(stockAdjustment) as AttachmentCalls;
const nobody = '0'.repeat(32);
const viewer = ['Inventory:adjustView'];
const judging = [...viewer, 'Inventory:adjustAudit'];
let maker: Actor;
let judge: Actor;
let warehouse: number;
let goods: number;
let record: number;

beforeAll(async () => {
  ({ maker, judge } = await stockPeople(house));
  warehouse = (await shelf(db)).id;
  goods = (await pieces(db))[0]?.id ?? 0;
});
beforeEach(async () => {
  record = await drafted();
});
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

async function drafted(): Promise<number> {
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: warehouse,
    adjust_type: adjustType.gain,
    reason: '多出一件',
    lines: [{ sku_id: goods, qty: 1 }] as never,
  });
  return id;
}

const upload = async (by: Actor, more: Partial<Parameters<typeof uploaded>[1]> = {}): Promise<string> =>
  await uploaded(db, { store, by, at: house.clock.now(), ...more });
const attach = async (by: Actor, id: number, ...ids: string[]): Promise<unknown> =>
  await house.ask(by, files.attach, { id, files: ids.map((one) => ({ id: one, kind: 'voucher' })) });
const detach = async (by: Actor, file: string): Promise<unknown> =>
  await house.ask(by, files.detach, { id: record, file_id: file });
const listed = async (by: Actor = maker, id = record) => await house.ask(by, files.list, { id });

async function refusal(work: Promise<unknown>): Promise<{ kind: string; field: string | undefined; words: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return { kind: error.kind, field: error.field, words: error.message };
    throw error;
  }
  throw new Error('it went through');
}

describe('attaching is refused', () => {
  it('to who holds no key, looks only, or does not see the record', async () => {
    const stranger = await house.person('路人', []);
    const reader = await house.person('只看', viewer);
    const elsewhere = await house.person('别仓', [...maker.permissions], [{ warehouse: [warehouse + 1000] }]);
    for (const person of [stranger, reader])
      expect(await refusal(attach(person, record, await upload(person)))).toMatchObject({ kind: 'forbidden' });
    const file = await upload(elsewhere);
    for (const ask of [
      () => listed(elsewhere),
      () => attach(elsewhere, record, file),
      () => house.ask(elsewhere, files.detach, { id: record, file_id: file }),
      () => listed(maker, 999_999),
    ])
      expect(await refusal(ask())).toMatchObject({ kind: 'notFound' });
    expect(await refusal(listed(stranger))).toMatchObject({ kind: 'forbidden' });
    expect(await listed(reader)).toEqual({ list: [], attachable: false });
  });

  it('of a file that is not there, somebody else’s, broken off, too old or for something else', async () => {
    const theirs = await upload(judge);
    const broken = await upload(maker, { ready: false });
    const old = await upload(maker, { at: new Date(house.clock.now().getTime() - 8 * 86_400_000) });
    for (const id of [nobody, theirs, broken, old])
      expect(await refusal(attach(maker, record, id))).toMatchObject({ kind: 'notFound', field: 'files.0.id' });
    const mine = await upload(maker);
    const sheet = await upload(maker, { purpose: 'import' });
    expect(await refusal(attach(maker, record, mine, sheet))).toMatchObject({ kind: 'invalid', field: 'files.1.id' });
    expect(await refusal(attach(maker, record, mine, mine))).toMatchObject({ kind: 'invalid', field: 'files.1.id' });
    const asked = (input: unknown) => house.ask(maker, files.attach as Call, input as InputOf<Call>);
    expect(await refusal(asked({ id: record, files: [{ id: mine, kind: 'toString' }] }))).toMatchObject({
      kind: 'invalid',
    });
    expect(await refusal(asked({ id: record, files: [{ id: '../x', kind: 'voucher' }] }))).toMatchObject({
      kind: 'invalid',
    });
    expect(await refusal(asked({ id: record, files: [] }))).toMatchObject({ kind: 'invalid' });
    expect((await listed()).list).toEqual([]);
  });

  it('of a file that is in use, here or elsewhere', async () => {
    const file = await upload(maker);
    await attach(maker, record, file);
    expect((await refusal(attach(maker, record, file))).words).toContain('已是本记录的附件');
    expect(await refusal(attach(maker, await drafted(), file))).toMatchObject({
      kind: 'duplicate',
      words: expect.stringContaining('其他记录') as unknown,
    });
  });

  it('of more files or bytes than a record carries, and takes none of them', async () => {
    const most = await Promise.all(Array.from({ length: limits.attachments }, () => upload(maker)));
    await attach(maker, record, ...most);
    expect(await refusal(attach(maker, record, await upload(maker)))).toMatchObject({
      kind: 'invalid',
      field: 'files',
    });
    const [heavy, light] = [await upload(maker, { size: limits.attachmentBytes }), await upload(maker)];
    const other = await drafted();
    expect(await refusal(attach(maker, other, heavy, light))).toMatchObject({ kind: 'tooLarge', field: 'files' });
    await attach(maker, other, heavy);
    expect(await refusal(attach(maker, other, light))).toMatchObject({ kind: 'tooLarge', field: 'files' });
    expect((await listed()).list).toHaveLength(limits.attachments);
  });

  it('to the later of two records that want one file at once', async () => {
    const other = await drafted();
    const file = await upload(maker);
    const outcomes = await atOnce(
      db,
      sql`select 1 from stored_file where file_id = ${file} for update`,
      [record, other].map((id) => async () => await attach(maker, id, file).catch((error: Refusal) => error.kind)),
    );
    expect(outcomes.filter((one) => one === 'duplicate')).toHaveLength(1);
    const [here, there] = [(await listed()).list, (await listed(maker, other)).list];
    expect(here.length + there.length).toBe(1);
  });
});

describe('an attached file', () => {
  it('is listed for whoever sees the record, with who, when and what, and stands in its history', async () => {
    const file = await upload(maker, { name: '盘点表.png' });
    const opId = crypto.randomUUID();
    const input = { id: record, files: [{ id: file, kind: 'scene' }] };
    for (const _try of [1, 2]) expect(await house.ask(maker, files.attach, input, { opId })).toEqual({ count: 1 });
    expect(await listed(judge)).toMatchObject({
      attachable: true,
      list: [
        {
          id: file,
          name: '盘点表.png',
          type: 'png',
          kind: 'scene',
          admin_id: maker.id,
          admin_name: '制单',
          detachable: true,
        },
      ],
    });
    const { audit, version } = await house.ask(maker, adjustment.calls.detail, { id: record });
    expect(audit.filter((step) => step.action === 'attach')).toMatchObject([
      { label: '添加附件', remark: '现场照片：盘点表.png', admin_id: maker.id },
    ]);
    expect(version).toBe(1);
  });

  it('is taken away by who attached it or who may edit the record, once, and is then their own again', async () => {
    const [file, theirs] = [await upload(maker), await upload(judge)];
    const clerk = await house.person('审核员', judging);
    await attach(maker, record, file);
    await attach(judge, record, theirs);
    expect((await refusal(detach(clerk, file))).words).toContain('只能移除自己添加的附件');
    expect(await refusal(detach(await house.person('只看', viewer), file))).toMatchObject({ kind: 'forbidden' });
    expect((await listed(clerk)).list.map((one) => one.detachable)).toEqual([false, false]);
    await detach(maker, theirs);
    expect(await refusal(detach(maker, theirs))).toMatchObject({ kind: 'notFound', field: 'file_id' });
    expect(await refusal(house.ask(maker, files.detach, { id: await drafted(), file_id: file }))).toMatchObject({
      kind: 'notFound',
    });
    await attach(judge, record, theirs);
    expect((await listed()).list.map((one) => one.id)).toEqual([file, theirs]);
  });

  it('goes with a new version from a document that waits, and stays from the approval on', async () => {
    const [first, second] = [await upload(maker), await upload(maker)];
    await attach(maker, record, first, second);
    await house.ask(maker, adjustment.submit, { id: record });
    const seen = await house.ask(judge, adjustment.calls.detail, { id: record });
    await detach(maker, first);
    const judged = { id: record, version: seen.version, result: 1 } as const;
    expect(await refusal(house.ask(judge, adjustment.audit, judged))).toMatchObject({ kind: 'versionConflict' });
    await house.ask(judge, adjustment.audit, { ...judged, version: seen.version + 1 });
    expect(await refusal(detach(maker, second))).toMatchObject({ kind: 'illegalTransition' });
    expect((await listed()).list).toMatchObject([{ id: second, detachable: false }]);
    await attach(maker, record, await upload(maker));
    expect((await listed()).list).toHaveLength(2);
  });

  it('is never swept; taken away, it goes after the usual days from then', async () => {
    const [file, other] = [await upload(maker), await upload(maker)];
    await attach(maker, record, file, other);
    house.clock.advance(30 * 86_400_000);
    await detach(maker, other);
    const later = (days: number) => new Date(house.clock.now().getTime() + days * 86_400_000);
    await forgetFiles({ db, files: store, now: later(6) });
    expect(await store.find(other)).toBeDefined();
    await forgetFiles({ db, files: store, now: later(8) });
    expect(await store.find(other)).toBeUndefined();
    expect(await store.find(file)).toBeDefined();
  });

  it('is left by a sweep that meets somebody attaching it', async () => {
    const file = await upload(maker);
    const now = new Date(house.clock.now().getTime() + 8 * 86_400_000);
    await db.transaction().execute(async (attaching) => {
      await sql`select 1 from stored_file where file_id = ${file} for update`.execute(attaching);
      await forgetFiles({ db, files: store, now });
    });
    expect(await store.find(file)).toBeDefined();
    await attach(maker, record, file);
  });
});

it('a record of master data carries them by the same line', async () => {
  const buyer = await house.person('采购', ['supplier:view', 'supplier:add', 'supplier:edit']);
  const { id } = await house.ask(buyer, callsOf(supplier).add, {
    name: '新供应商',
    type: 1,
    level: 1,
    co_model: 1,
    credit_code: creditCode(),
    invoice_type: 1,
    tax_rate_bp: 1300,
    contact: '王',
    mobile: '13800001234',
    settle_cycle: 1,
    settle_days: 30,
  });
  const calls = attachmentCalls(supplier) as AttachmentCalls;
  const file = await upload(buyer);
  await house.ask(buyer, calls.attach, { id, files: [{ id: file, kind: 'license' }] });
  await house.ask(buyer, calls.detach, { id, file_id: file });
  expect(await house.ask(buyer, calls.list, { id })).toEqual({ list: [], attachable: true });
});
