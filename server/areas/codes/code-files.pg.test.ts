import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeFile } from '#contract/areas/codes/code-file.ts';
import { codeFileLine } from '#contract/areas/codes/code-file-line.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { codeFiles } from '#server/works.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { codeKeys, codesOf, freshEpc, issued, stockedCodes } from '#tests/factories/codes.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { carryThrough, close, sheetCalls, sheetPeople, startedSheet } from '#tests/factories/stocktake.ts';
import { settleFiles } from './file/settle-files.ts';

// Files of codes: looked through as a whole before anything is done, every row told; done by a task, each row once (domain.md §4.18).

const database = await testDatabase();
const { db, url } = database;
const office = await importOffice(database);
const house = openHouse(db, new Date().toISOString());
const log = createLog({ level: 'silent' });
let people: { maker: Importer; judge: Actor };
let sku: { id: number; sku_no: string };

beforeAll(async () => {
  people = {
    maker: await office.hire({ keys: [...codeKeys, 'stocktaking:view', 'stocktaking:count'] }),
    judge: await house.person('主管', codeKeys),
  };
  const [piece] = await codedGoods(db);
  sku = { id: piece?.id ?? 0, sku_no: piece?.sku_no ?? '' };
});

const heading = '唯一码,EPC码,SKU编码\n';
const detail = (id: number) => house.ask(people.maker, callsOf(codeFile).detail, { id });
const rowsOf = async (id: number) =>
  (await house.ask(people.maker, callsOf(codeFileLine).list, { file_id: id, page_size: 100 } as never)).list;
const confirm = (id: number, skip_errors: 0 | 1) =>
  house.ask(people.maker, transitionCall(codeFile, 'confirm'), { id, skip_errors });

async function upload(
  content: string,
  about: { file_type: number; code_order_id?: number; source_no?: string; zone?: string },
): Promise<number> {
  const sent = await office.upload(people.maker, { content, name: '吊牌厂.csv', biz: 'codes' });
  if (sent.code !== 200) throw new Error(sent.msg);
  return (await house.ask(people.maker, codeCalls.upload, { file_id: sent.result.id, ...about })).id;
}

/** Lets a worker do what waits for it. */
async function work(id: number, done: (file: { status: number; checked_at: string | null }) => boolean): Promise<void> {
  const stop = await startWorker({ db, url, files: office.files, clock: systemClock, log, works: [codeFiles] });
  try {
    await expect.poll(async () => done(await detail(id)), { timeout: 120_000, interval: 50 }).toBe(true);
  } finally {
    await stop();
  }
}
const checked = (id: number) => work(id, ({ checked_at }) => checked_at !== null);
const ended = (id: number) => work(id, ({ status }) => status === 3 || status === 4);

describe('a file of the tag factory', () => {
  test('is refused to who may not bind, and of a kind, an order or a document that it cannot have', async () => {
    const stranger = await office.hire({ keys: ['stock:codeView'] });
    expect(await office.upload(stranger, { content: heading, name: 'a.csv', biz: 'codes' })).toMatchObject({
      code: 4003,
    });
    for (const [about, field] of [
      [{ file_type: 9 }, 'file_type'],
      [{ file_type: 1, source_no: 'PD1' }, 'source_no'],
      [{ file_type: 1, code_order_id: 999_999 }, 'code_order_id'],
      [{ file_type: 2 }, 'source_no'],
      [{ file_type: 3, source_no: 'RK0' }, 'source_no'],
    ] as const)
      await expect(upload(`${heading}1,2,\n`, about)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  test('tells a quote that is never closed by its row, with all that it swallows, and codes that a spreadsheet has spoilt', async () => {
    const { order, codes } = await issued(house, { people, sku: sku.id, qty: 3 });
    const [one, two, three] = codes.map(({ unique_code }) => unique_code);
    const rows = [`${one},${freshEpc()},`, `1.00000000000E+15,${freshEpc()},`, `#N/A,${freshEpc()},`];
    const lost = [`"${two},${freshEpc()},`, `${three},${freshEpc()},`];
    const id = await upload([heading.trim(), ...rows, ...lost, ''].join('\n'), { file_type: 1, code_order_id: order });
    await checked(id);
    expect(await detail(id)).toMatchObject({ total: 4, ok_count: 1, error_count: 3 });
    expect((await rowsOf(id)).map(({ row_no, error }) => [row_no, error])).toEqual([
      [2, null],
      [3, expect.stringContaining('唯一码“1.00000000000E+15”已被表格软件变成科学计数')],
      [4, expect.stringContaining('公式的错误值')],
      [5, '引号没有闭合：文件其余部分无法读取'],
    ]);
  });

  test('tells every row what is wrong with it and changes nothing; confirmed, the right ones are bound', async () => {
    const { order, codes } = await issued(house, { people, sku: sku.id, qty: 6 });
    const other = await issued(house, { people, sku: sku.id, qty: 1 });
    const [one, two, three, four, five] = codes.map(({ unique_code }) => unique_code);
    const twice = freshEpc();
    const id = await upload(
      [
        heading.trim(),
        `${one},${freshEpc()},${sku.sku_no}`,
        `${two},${twice},`,
        `${three},${twice},`,
        `${one},${freshEpc()},`,
        `,${freshEpc()},`,
        `9999999999999999,${freshEpc()},`,
        `${four},12,`,
        `${five},${freshEpc()},S-OTHER`,
        `${other.codes[0]?.unique_code},${freshEpc()},`,
        '',
      ].join('\n'),
      { file_type: 1, code_order_id: order },
    );
    await expect(confirm(id, 1)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await checked(id);
    expect(await detail(id)).toMatchObject({ status: 1, total: 9, ok_count: 2, error_count: 7 });
    expect((await rowsOf(id)).map(({ row_no, error }) => [row_no, error])).toEqual([
      [2, null],
      [3, null],
      [4, 'EPC 在文件中重复'],
      [5, '唯一码在文件中重复'],
      [6, '没有唯一码'],
      [7, '唯一码不存在'],
      [8, 'EPC 应为 24 或 52 位十六进制'],
      [9, `唯一码的货品是 ${sku.sku_no}`],
      [10, '不是本制码单的唯一码'],
    ]);
    expect((await codesOf(db, order)).every(({ status }) => status === 1)).toBe(true);
    await expect(confirm(id, 0)).rejects.toMatchObject({ kind: 'invalid', field: 'skip_errors' });
    await confirm(id, 1);
    await ended(id);
    expect(await detail(id)).toMatchObject({ status: 4, ok_count: 2, error_count: 7 });
    expect((await codesOf(db, order)).map(({ status }) => status)).toEqual([2, 2, 1, 1, 1, 1]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('whose task is cancelled ends with what was done, and is void after seven days without a word', async () => {
    const { order, codes } = await issued(house, { people, sku: sku.id, qty: 1 });
    const content = `${heading}${codes[0]?.unique_code},${freshEpc()},\n`;
    const id = await upload(content, { file_type: 1, code_order_id: order });
    await checked(id);
    await confirm(id, 0);
    await sql`update export_task set status = -1 where id = (select task_id from code_file where id = ${id})`.execute(
      db,
    );
    expect(await settleFiles({ db, clock: house.clock, log }, house.kit.registry)).toBe(1);
    expect(await detail(id)).toMatchObject({ status: 4, ok_count: 0, error_count: 1 });
    const forgotten = await upload(content, { file_type: 1 });
    await checked(forgotten);
    expect(await house.takeDue()).toBe(0);
    house.clock.advance(8 * 86_400_000);
    await house.takeDue();
    expect(await detail(forgotten)).toMatchObject({ status: -1 });
    house.clock.set(new Date());
  });

  // A row more than 50,000 is refused before any is looked at.
  test('of tens of thousands of rows is looked through in a stream, and none with a row more than 50,000', {
    timeout: 240_000,
  }, async () => {
    const count = runsOf(50_000);
    const known = Math.floor(count / 2);
    const { order, codes } = await issued(house, { people, sku: sku.id, qty: known });
    const row = (place: number) =>
      `${codes[place]?.unique_code ?? `80000000000${String(place).padStart(5, '0')}`},${freshEpc()},\n`;
    const rowsOf = (length: number) => heading + Array.from({ length }, (_, place) => row(place)).join('');
    const id = await upload(rowsOf(count), { file_type: 1, code_order_id: order });
    await checked(id);
    expect(await detail(id)).toMatchObject({ total: count, ok_count: known, error_count: count - known });
    await confirm(id, 1);
    await ended(id);
    expect(await detail(id)).toMatchObject({ status: 4, ok_count: known, error_count: count - known });
    const more = await upload(rowsOf(50_001), { file_type: 1 });
    const stop = await startWorker({ db, url, files: office.files, clock: systemClock, log, works: [codeFiles] });
    await expect
      .poll(
        async () =>
          (
            await sql<{
              status: number;
              remark: string;
            }>`select status, remark from export_task where id = (select task_id from code_file where id = ${more})`.execute(
              db,
            )
          ).rows[0],
        { timeout: 60_000 },
      )
      .toMatchObject({ status: 4, remark: '一个文件最多 50000 行' });
    await stop();
  });
});

describe('a file of a handheld', () => {
  /** A sheet of a warehouse with three coded pieces of its own goods, being counted. */
  async function sheet(zones?: readonly string[]) {
    const place = (await shelf(db, zones ? { zones: [...zones] } : {})).id;
    const stocked = await stockedCodes(house, { people, qty: 3, warehouse: place });
    const around = await sheetPeople(house);
    const id = await startedSheet(house, around, { warehouse: place });
    const { rows } = await sql<{ no: string }>`select stocktaking_no as no from stocktaking where id = ${id}`.execute(
      db,
    );
    // A sheet that names its counters is counted by nobody else.
    await sql`update stocktaking set counter_ids = '{}' where id = ${id}`.execute(db);
    return { ...stocked, id, no: rows[0]?.no ?? '', around };
  }

  test('is refused where it is of another document, or in no zone of the sheet', async () => {
    const { warehouse, no } = await sheet(['A', 'B']);
    const { rows } = await sql<{
      no: string;
    }>`select adjust_no as no from stock_adjustment where warehouse_id = ${warehouse}`.execute(db);
    const refused = (about: object, field: string) =>
      expect(upload(`${heading},,\n`, about as never)).rejects.toMatchObject({ kind: 'invalid', field });
    await refused({ file_type: 3, source_no: rows[0]?.no }, 'source_no');
    await refused({ file_type: 2, source_no: rows[0]?.no }, 'source_no');
    await refused({ file_type: 2, source_no: no }, 'zone');
    await refused({ file_type: 2, source_no: no, zone: 'C' }, 'zone');
    await refused({ file_type: 3, source_no: no, zone: 'A' }, 'zone');
  });

  test('counts its codes into the sheet, each once, by its number or its tag, and hands in', async () => {
    const { codes, id: sheetId, no, sku: counted, around } = await sheet(['A', 'B']);
    const [one, two] = codes;
    const id = await upload(`${heading}${one?.unique_code},,\n,${two?.epc},\n,${one?.epc},\n,${freshEpc()},\n`, {
      file_type: 2,
      source_no: no,
      zone: 'A',
    });
    await checked(id);
    expect((await rowsOf(id)).map(({ error }) => error)).toEqual([null, null, null, '唯一码不存在']);
    await confirm(id, 1);
    await ended(id);
    expect(await detail(id)).toMatchObject({ ok_count: 3, error_count: 1 });
    const { rows } = await sql<{ outcome: string; qty: number; sku_id: number; zone: string }>`
      select outcome, qty, sku_id, zone from stocktaking_count where stocktaking_id = ${sheetId} order by seq`.execute(
      db,
    );
    const entry = { outcome: 'accepted', qty: 1, sku_id: counted, zone: 'A' };
    expect(rows).toEqual([entry, entry]);
    await close(house, around.lead, { sheet: sheetId, zone: 'A' });
    await close(house, around.lead, { sheet: sheetId, zone: 'B' });
    await house.ask(around.lead, sheetCalls.submit, { id: sheetId });
    expect(await house.ask(around.lead, sheetCalls.detail, { id: sheetId })).toMatchObject({
      loss_qty: 1,
      count_qty: 2,
    });
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('counts a lost piece that it read, which comes back with its sheet, and reads anew in a recount', async () => {
    const { codes, id: sheetId, no, around, warehouse } = await sheet(['A', 'B']);
    const { adjust_nos } = await house.ask(people.maker, codeCalls.lost, {
      code_ids: [codes[2]?.id ?? 0],
      op: 1,
      reason: '巡检未找到',
    });
    const { rows } = await sql<{ id: number }>`
      select id from stock_adjustment where adjust_no = ${adjust_nos[0]}`.execute(db);
    await house.ask(people.judge, transitionCall(stockAdjustment, 'audit'), { id: rows[0]?.id ?? 0, result: 1 });
    house.clock.set(new Date());
    const read = async (round: number) => {
      house.clock.set(new Date());
      const content = heading + codes.map(({ unique_code }) => `${unique_code},,\n`).join('');
      const id = await upload(content, { file_type: 2, source_no: no, zone: 'A' });
      await checked(id);
      expect((await rowsOf(id)).map(({ error }) => error)).toEqual([null, null, null]);
      await confirm(id, 0);
      await ended(id);
      const { rows: kept } = await sql<{ round: number }>`
        select distinct max(round) as round from stocktaking_count where stocktaking_id = ${sheetId}`.execute(db);
      expect(kept).toEqual([{ round }]);
      for (const zone of ['A', 'B']) await close(house, around.lead, { sheet: sheetId, zone });
      await house.ask(around.lead, sheetCalls.submit, { id: sheetId });
    };
    await read(1);
    await sql`update stocktaking_line set recount = true where stocktaking_id = ${sheetId}`.execute(db);
    await house.ask(around.reviewer, sheetCalls.review, { id: sheetId, result: 2, remark: '复盘' });
    await read(2);
    expect(await house.ask(around.lead, sheetCalls.detail, { id: sheetId })).toMatchObject({
      book_qty: 2,
      count_qty: 3,
      gain_qty: 1,
    });
    await carryThrough(house, around, sheetId, { submitted: true });
    const { rows: standing } = await sql<{ status: number; warehouse_id: number }>`
      select status, warehouse_id from piece_code where id = any(${codes.map(({ id }) => id)}) order by id`.execute(db);
    expect(standing).toEqual(codes.map(() => ({ status: 3, warehouse_id: warehouse })));
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('that comes when the zone is closed is told row by row, and counts nothing', async () => {
    const { codes, id: sheetId, no, around } = await sheet(['A', 'B']);
    const id = await upload(`${heading}${codes[0]?.unique_code},,\n`, { file_type: 2, source_no: no, zone: 'A' });
    await checked(id);
    await close(house, around.lead, { sheet: sheetId, zone: 'A' });
    await confirm(id, 1);
    await ended(id);
    expect(await detail(id)).toMatchObject({ status: 4, ok_count: 0, error_count: 1 });
    expect((await rowsOf(id)).map(({ error }) => error)).toEqual(['到达时库区已关闭']);
  });
});
