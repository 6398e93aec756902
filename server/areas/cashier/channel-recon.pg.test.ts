import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { matchState } from '#contract/areas/cashier/cashier-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { recons as reconsWork } from '#server/works.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { giveBack, recons, type Sale, sell, tillKeys, tillShop } from '#tests/factories/tills.ts';

// Days of channels against what orders were paid with (domain.md §4.23, voucher 15): refusals first, then a day of three thousand lines.

const database = await testDatabase();
const { db, url } = database;
const house = openHouse(db, new Date().toISOString());
const log = createLog({ level: 'silent' });
const today = businessDay(new Date());
const heading = '交易流水号,订单号,金额,手续费\n';
const [wechat, alipay, card] = [1, 2, 4];

let office: Awaited<ReturnType<typeof importOffice>>;
let people: Record<'fin' | 'head', Importer>;
let shop: Sale['shop'];

beforeAll(async () => {
  office = await importOffice(database);
  people = { fin: await office.hire({ keys: tillKeys }), head: await office.hire({ keys: tillKeys }) };
  shop = await tillShop(db);
});

afterEach(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const shown = (id: number) => house.ask(people.fin, recons.detail, { id });
const sold = (payments: Sale['payments']) => sell(house, { shop, cashier: people.fin, payments });
const linesIn = async (id: number, state: number) =>
  (await house.ask(people.fin, recons.lines, { recon_id: [id], match_state: [state], page_size: 500 } as never)).list;

async function imported(content: string, about: { channel: number; recon_date?: string }): Promise<number> {
  const sent = await office.upload(people.fin, { content, name: '渠道账单.csv', biz: 'recon' });
  if (sent.code !== 200) throw new Error(sent.msg);
  const asked = { recon_date: today, ...about, file_id: sent.result.id };
  return (await house.ask(people.fin, recons.reconImport, asked)).id;
}

/** Lets a worker do what waits; what became of the task. */
async function worked(id: number): Promise<{ status: number; remark: string | null }> {
  const stop = await startWorker({ db, url, files: office.files, clock: systemClock, log, works: [reconsWork] });
  const task = async () => {
    const { rows } = await sql<{ status: number; remark: string | null }>`
      select t.status, t.remark from export_task t join channel_recon c on c.task_id = t.id where c.id = ${id}`.execute(
      db,
    );
    return rows[0] ?? { status: 0, remark: null };
  };
  try {
    await expect.poll(async () => (await task()).status, { timeout: 60_000, interval: 50 }).toBeGreaterThan(2);
    return await task();
  } finally {
    await stop();
  }
}

describe("a channel's bill", () => {
  it('is refused of a day to come, without its file, and to who may not', async () => {
    await expect(imported(heading, { channel: wechat, recon_date: '2099-01-01' })).rejects.toMatchObject({
      field: 'recon_date',
    });
    await expect(
      house.ask(people.fin, recons.reconImport, { channel: wechat, recon_date: today, file_id: '0'.repeat(32) }),
    ).rejects.toMatchObject({ field: 'file_id' });
    const stranger = await office.hire({ keys: ['CashierBill:reconView'] });
    expect(await office.upload(stranger, { content: heading, name: 'a.csv', biz: 'recon' })).toMatchObject({
      code: 4003,
    });
  });

  it('with anything wrong in it is refused whole, each row told, and may be brought again', async () => {
    const id = await imported(`${heading}A1,,x,\nA2,,1.00,2.00\nA3,,1.00,\nA3,,1.00,\n,,5.00,\n`, { channel: card });
    expect(await worked(id)).toMatchObject({
      status: 4,
      remark: expect.stringMatching(
        /第 2 行金额有误.*第 3 行手续费有误.*第 5 行交易流水号 A3 重复.*第 6 行交易流水号为空/s,
      ),
    });
    expect(await shown(id)).toMatchObject({ status: 1, channel_count: 0 });
    const again = await imported('交易号,费用\nA,1\n', { channel: card });
    expect(again).toBe(id);
    expect((await worked(id)).remark).toContain('金额');
  });

  it('without a difference is finished by itself: fees on payments, 100.00 less 0.60 in the bank', async () => {
    const { payments } = await sold([[alipay, 10_000, 'Z1']]);
    const id = await imported(`${heading}Z1,,100.00,0.60\n`, { channel: 2 });
    await worked(id);
    const recon = await shown(id);
    expect(recon).toMatchObject({
      status: 3,
      channel_amount: 10_000,
      system_amount: 10_000,
      fee_amount: 60,
      open_count: 0,
    });
    expect(await bookedFor(db, String(recon.recon_no))).toEqual([
      ['1002', 9940, 0],
      ['1012.02', 0, 9940],
      ['6603', 60, 0],
      ['1012.02', 0, 60],
    ]);
    const { rows } = await sql<{ fee_amount: number }>`
      select fee_amount from order_payment where id = ${payments[0]}`.execute(db);
    expect(rows).toEqual([{ fee_amount: 60 }]);
    await expect(imported(`${heading}Z1,,100.00,\n`, { channel: 2 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('of three thousand lines is matched line by line; what differs is dealt with by one and finished by another', async () => {
    await sql`
      with made as (
        insert into sale_order (order_no, imported, source_order_no, source, sale_channel_type, warehouse_id, status, ordered_at)
        select 'SOBULK' || n, true, 'SOBULK' || n, 2, 'mall', ${shop.warehouse}, 5, now() from generate_series(1, 3000) n returning id, order_no)
      insert into order_payment (order_id, pay_type, amount, trade_no, paid_at)
      select id, 1, 1000, replace(order_no, 'SOBULK', 'T'), ${house.clock.now().toISOString()}::timestamptz from made`.execute(
      db,
    );
    const refunded: Sale = { shop, cashier: people.fin, payments: [[wechat, 5000, 'R1']] };
    const back = await sell(house, refunded);
    await giveBack(house, {
      sale: refunded,
      sold: back,
      by: people.fin,
      parts: [{ pay_type: wechat, amount: 2000, payment_id: back.payments[0] ?? null }],
    });
    const lines = Array.from({ length: 2998 }, (_, index) => `T${index + 1},,${index === 0 ? '9.99' : '10.00'},0.06`);
    // T1 differs by a fen, T2999 and T3000 are not on the bill, X1 is nobody's; two refunds of R1 come to 20.00.
    const content = `${heading}${lines.join('\n')}\nX1,,7.00,\nR1,,50.00,0.30\nR1,,-15.00,-0.09\nR1,,-5.00,-0.03\n`;
    const id = await imported(content, { channel: 1 });
    expect(await worked(id)).toMatchObject({ status: 3, remark: '4 条有差异' });
    expect(await shown(id)).toMatchObject({
      status: 2,
      channel_count: 3001,
      channel_amount: 2_997_999 + 700 + 5000 - 2000,
      system_count: 3002,
      system_amount: 3_000_000 + 5000 - 2000,
      fee_amount: 2998 * 6 + 30 - 12,
      open_count: 4,
    });
    expect(await linesIn(id, matchState.amount)).toMatchObject([{ trade_no: 'T1', diff_amount: -1 }]);
    expect(await linesIn(id, matchState.channelOnly)).toMatchObject([{ trade_no: 'X1', system_amount: null }]);
    const missing = await linesIn(id, matchState.systemOnly);
    expect(missing.map(({ trade_no }) => String(trade_no)).sort()).toEqual(['T2999', 'T3000']);

    await expect(house.ask(people.head, recons.finish, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    const open = [...(await linesIn(id, 2)), ...(await linesIn(id, 3)), ...missing];
    const deal = (line: { id: number }) => ({ line_id: line.id, deal_type: 6, remark: '次日到账' });
    const [same] = await linesIn(id, matchState.same);
    const { version } = await shown(id);
    await expect(
      house.ask(people.fin, recons.reconDeal, { id, version, lines: [deal(same as { id: number })] }),
    ).rejects.toMatchObject({ field: 'lines.0.line_id' });
    const dealt = await house.ask(people.fin, recons.reconDeal, {
      id,
      version,
      lines: open.map((line) => deal(line as { id: number })),
    });
    expect(dealt.open_count).toBe(0);
    // Neither who brought the file nor who dealt with it says that the day is done.
    await expect(house.ask(people.fin, recons.finish, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await house.ask(people.head, recons.finish, { id });
    expect(await shown(id)).toMatchObject({ status: 3 });
    expect(
      await brokenBy(db, [
        sql`update channel_recon_line set match_state = 3, deal_type = null, remark = null, dealt_by = null, system_amount = null
      where id = (select id from channel_recon_line where recon_id = ${id} and trade_no = 'X1')`,
      ]),
    ).toEqual(['i53', 'k141']);
    expect(await brokenBy(db, [sql`update channel_recon set fee_amount = fee_amount + 1 where id = ${id}`])).toEqual([
      'k141',
    ]);
  });

  it('brought again replaces what was there; a payment that another day has paid is not paid twice', async () => {
    await sold([[card, 3000, 'C1']]);
    await sold([[card, 4000, 'C2']]);
    const id = await imported(`${heading}C1,,30.00,\n`, { channel: 3 });
    await worked(id);
    expect(await shown(id)).toMatchObject({ status: 2, open_count: 1 });
    // The next day's bill has the one that was missing.
    const earlier = await imported(`${heading}C2,,40.00,\nC1,,30.00,\n`, { channel: 3, recon_date: '2026-01-01' });
    await worked(earlier);
    expect(await linesIn(earlier, matchState.same)).toMatchObject([{ trade_no: 'C2' }]);
    expect(await linesIn(earlier, matchState.channelOnly)).toMatchObject([{ trade_no: 'C1' }]);
    expect(await imported(`${heading}C1,,30.00,0.10\n`, { channel: 3 })).toBe(id);
    await worked(id);
    expect(await shown(id)).toMatchObject({ status: 3, fee_amount: 10 });
  });
});
