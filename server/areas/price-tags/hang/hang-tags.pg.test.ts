import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { epcToWrite } from '#contract/areas/price-tags/written-epc.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { codeKeys, codeOrders, codePeople, codesOf, freshEpc, issued } from '#tests/factories/codes.ts';
import { next } from '#tests/factories/goods.ts';
import { ordered } from '#tests/factories/purchasing.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Hang tags (domain.md §3.11, §4.18): what they are made for, that a code has one, what is printed and what is read back.

let house: House;
let people: { maker: Actor; judge: Actor };
let clerk: Actor;
let goods: number;
let template: number;

const jobs = {
  ...callsOf(hangTagJob),
  finish: transitionCall(hangTagJob, 'finish'),
  cancel: transitionCall(hangTagJob, 'cancel'),
};
const codesCall = callsOf(hangTagCode).list;
const keys = ['tag:view', 'tag:add', 'tag:edit', 'tag:jobAdd', 'tag:print', 'stock:codeView'];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await codePeople(house);
  clerk = await house.person('吊牌', keys);
  goods = (await codedGoods(house.db))[0]?.id ?? 0;
  template = await addTemplate();
});

afterEach(async () => {
  const broken = await brokenInvariants(house.db);
  expect(broken.filter(({ name }) => /^k(6[3-6]|18)/.test(name))).toEqual([]);
});

const addTemplate = async (more: object = {}) =>
  (
    await house.ask(clerk, callsOf(tagTemplate).add, {
      name: `吊牌${next()}`,
      template_type: 1,
      width_mm: 40,
      height_mm: 90,
      dpi: 300,
      paper: 1,
      lines: [{ type: 'text', field: 'name', x: 10, y: 10, w: 300, h: 60 }],
      ...more,
    } as never)
  ).id;
const add = async (more: object, by = clerk) =>
  await house.ask(by, jobs.add, {
    template_id: template,
    source_type: 1,
    lines: [{ sku_id: goods, qty: 3 }],
    ...more,
  } as never);
const print = async (id: number, more: object = {}, by = clerk) =>
  await house.ask(by, tagCalls.jobPrint, { id, ...more });
const shown = async (id: number) => await house.ask(clerk, jobs.detail, { id });
const codesOfJob = async (id: number, by = clerk) =>
  (await house.ask(by, codesCall, { job_id: id, sort: 'id', page_size: 100 } as never)).list as unknown as {
    code_id: number;
    unique_code: string;
    barcode: string | null;
    is_printed: boolean;
    epc: string | null;
  }[];
/** An order of so many codes, and its number. */
const order = async (qty: number, sku = goods) => {
  const made = await issued(house, { people, sku, qty });
  const { code_order_no } = await house.ask(people.maker, codeOrders.detail, { id: made.order });
  return { ...made, no: String(code_order_no) };
};
const ofCodes = (no: string, qty: number, more: object = {}) => ({
  source_type: 3,
  source_no: no,
  lines: [{ sku_id: goods, qty }],
  ...more,
});

describe('a job is refused', () => {
  it('without lines, with a template that is off, of price tags or of other brands', async () => {
    const off = await addTemplate();
    await house.ask(clerk, callsOf(tagTemplate).status, { ids: [off], status: 0 });
    const price = await addTemplate({ template_type: 2 });
    const other = (await pieces(house.db))[0]?.brand_id;
    const branded = await addTemplate({ brand_ids: [other] });
    for (const [more, field] of [
      [{ lines: [] }, 'lines'],
      [{ template_id: off }, 'template_id'],
      [{ template_id: price }, 'template_id'],
      [{ template_id: branded }, 'lines.0.sku_id'],
      [{ write_epc: true }, 'write_epc'],
      [{ source_type: 2 }, 'source_no'],
      [{ source_type: 2, source_no: 'CG00' }, 'source_no'],
      [{ source_type: 3, source_no: 'ZM00' }, 'source_no'],
      [{ source_no: 'CG00' }, 'source_no'],
    ] as const)
      await expect(add(more), JSON.stringify(more)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('of goods that its source has not, and of more codes than are free', async () => {
    const { no } = await order(3);
    const foreign = (await codedGoods(house.db))[0]?.id ?? 0;
    await expect(add({ ...ofCodes(no, 1), lines: [{ sku_id: foreign, qty: 1 }] })).rejects.toMatchObject({
      field: 'lines.0.sku_id',
    });
    await add(ofCodes(no, 2));
    await expect(add(ofCodes(no, 2))).rejects.toMatchObject({
      field: 'lines.0.qty',
      message: expect.stringContaining('还有 1 个唯一码') as unknown,
    });
  });

  it('of what lies outside the data scope of its author', async () => {
    const { no, codes } = await order(1);
    const elsewhere = await house.person('外仓', [...keys, ...codeKeys], [{ warehouse: [999_999] }]);
    const asked = { source_type: 3, source_no: no };
    await expect(house.ask(elsewhere, tagCalls.jobSource, asked)).rejects.toMatchObject({ field: 'source_no' });
    await expect(add(ofCodes(no, 1), elsewhere)).rejects.toMatchObject({ field: 'source_no' });
    const { id } = await add(ofCodes(no, 1));
    expect(await codesOfJob(id, elsewhere)).toEqual([]);
    const one = codes[0]?.id ?? 0;
    await expect(print(id, { code_ids: [one] }, elsewhere)).rejects.toMatchObject({ field: 'code_ids.0' });
    const printed = [{ code_id: one, epc: freshEpc() }];
    const { id: writes } = await add({ ...ofCodes((await order(1)).no, 1), write_epc: true });
    await expect(print(writes, { printed }, elsewhere)).rejects.toMatchObject({ field: 'printed.0.code_id' });
    const brands = await house.person('外牌', keys, [{ brand: [999_999] }]);
    const { id: plain } = await add({});
    await expect(print(plain, {}, brands)).rejects.toMatchObject({ field: 'sku_ids' });
  });
});

describe('tags of goods', () => {
  it('come from a purchase order as many as have none, are printed by line, and again only when asked for', async () => {
    const { sku_ids, id: purchase } = await ordered(house.db, { count: 2, qty: 5 });
    const { rows } = await sql<{
      no: string;
    }>`select purchase_no as no from purchase_order where id = ${purchase}`.execute(house.db);
    const no = rows[0]?.no ?? '';
    const source = async () =>
      (await house.ask(clerk, tagCalls.jobSource, { source_type: 2, source_no: no })).list.map(({ qty }) => qty);
    expect(await source()).toEqual([5, 5]);
    const lines = sku_ids.map((sku_id, place) => ({ sku_id, qty: 5 - place }));
    const { id } = await add({ source_type: 2, source_no: no, lines });
    expect(await source()).toEqual([1]);
    const [first, second] = (await shown(id)).lines;
    await expect(house.ask(clerk, jobs.finish, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(print(id, { line_ids: [999_999] })).rejects.toMatchObject({ field: 'line_ids.0' });
    await expect(print(id, { code_ids: [1] })).rejects.toMatchObject({ field: 'code_ids' });
    expect(await print(id, { line_ids: [second?.id ?? 0] })).toMatchObject({
      is_again_print: false,
      left: 0,
      pages: [{ sku_id: second?.sku_id, copies: 4, code_id: null }],
    });
    expect(await shown(id)).toMatchObject({ status: 2, total_qty: 9, printed_qty: 4 });
    expect((await print(id)).pages).toMatchObject([{ sku_id: first?.sku_id, copies: 5 }]);
    await expect(print(id)).rejects.toMatchObject({ kind: 'illegalTransition' });
    const again = await print(id, { again: true, line_ids: [first?.id ?? 0] });
    expect(again).toMatchObject({ is_again_print: true, pages: [{ copies: 5 }] });
    expect(await shown(id)).toMatchObject({ printed_qty: 9 });
    await expect(house.ask(clerk, jobs.cancel, { id, reason: '不要了' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(clerk, jobs.finish, { id });
    await expect(print(id, { again: true })).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('are cut into prints of at most two thousand, and say what the style says', async () => {
    await sql`update spu set grade = '合格品', origin_place = '浙江杭州', washing = '30℃ 水洗' where id = (select spu_id from sku where id = ${goods})`.execute(
      house.db,
    );
    const { id } = await add({ lines: [{ sku_id: goods, qty: 2300 }] });
    const first = await print(id);
    expect(first).toMatchObject({ left: 300, pages: [{ copies: 2000 }] });
    expect(first.pages[0]?.values).toMatchObject({
      grade: '合格品',
      origin_place: '浙江杭州',
      washing: '30℃ 水洗',
      unique_code: '',
    });
    expect(await print(id)).toMatchObject({ left: 0, pages: [{ copies: 300 }] });
  });
});

describe('tags of codes', () => {
  it('are one for each code, told to its history, and no other job gets the code', async () => {
    const { no, order: codeOrder } = await order(3);
    const { id } = await add(ofCodes(no, 2));
    const mine = await codesOfJob(id);
    const printed = await print(id, { code_ids: [mine[1]?.code_id ?? 0] });
    expect(printed.pages).toMatchObject([{ copies: 1, values: { unique_code: mine[1]?.unique_code } }]);
    await expect(print(id, { code_ids: [mine[1]?.code_id ?? 0] })).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect((await print(id, { code_ids: [mine[1]?.code_id ?? 0], again: true })).is_again_print).toBe(true);
    expect(await shown(id)).toMatchObject({ printed_qty: 1 });
    const { rows } = await sql<{ count: number }>`
      select print_count as count from piece_code where id = ${mine[1]?.code_id ?? 0}`.execute(house.db);
    expect(rows[0]?.count).toBe(2);
    // The one that was not printed is free once the job is finished.
    await house.ask(clerk, jobs.finish, { id });
    const { id: rest } = await add(ofCodes(no, 2));
    const taken = (await codesOfJob(rest)).map(({ code_id }) => code_id);
    expect(taken).toContain(mine[0]?.code_id);
    expect(taken).not.toContain(mine[1]?.code_id);
    await house.ask(clerk, jobs.cancel, { id: rest, reason: '选错了模板' });
    expect(await codesOfJob(rest)).toEqual([]);
    // Codes that are voided meanwhile need no tag.
    const { id: last } = await add(ofCodes(no, 2));
    await house.ask(people.maker, codeOrders.cancel, { id: codeOrder, reason: '编号重发' });
    await expect(print(last)).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('of two who take the last code at once, one gets it', async () => {
    const { no } = await order(1);
    const both = await Promise.allSettled([add(ofCodes(no, 1)), add(ofCodes(no, 1))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a tag that is written', () => {
  it('must be read back as it was to be written, is bound to its code, and counts as printed', async () => {
    const { no } = await order(3);
    const { id } = await add(ofCodes(no, 3, { write_epc: true }));
    const [one, two] = await codesOfJob(id);
    if (!one || !two) throw new Error('no codes');
    const due = epcToWrite(one);
    for (const [printed, field] of [
      [[{ code_id: 999_999, epc: due }], 'printed.0.code_id'],
      [[{ code_id: one.code_id, epc: freshEpc() }], 'printed.0.epc'],
      [[{ code_id: one.code_id, epc: '12' }], 'printed.0.epc'],
      [[one, one].map(({ code_id }) => ({ code_id, epc: due })), 'printed.1.code_id'],
    ] as const)
      await expect(print(id, { printed }), field).rejects.toMatchObject({ kind: 'invalid', field });
    expect(await shown(id)).toMatchObject({ status: 1, written_qty: 0 });
    await print(id, {
      printed: [one, two].map((code) => ({ code_id: code.code_id, epc: epcToWrite(code).toLowerCase() })),
    });
    expect(await shown(id)).toMatchObject({ status: 2, printed_qty: 2, written_qty: 2 });
    const bound = (await codesOf(house.db, (await codeOf(one.code_id)).order)).find((code) => code.id === one.code_id);
    expect(bound).toMatchObject({ status: 2, epc: due });
    await expect(print(id, { printed: [{ code_id: one.code_id, epc: due }] })).rejects.toMatchObject({
      field: 'printed.0.code_id',
    });
    // The third is only printed so far.
    expect((await print(id)).pages).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ printed_qty: 3, written_qty: 2 });
  });

  it('is refused whole where one of the codes is bound already, and by a job that writes nothing', async () => {
    const { no } = await order(2);
    const { id } = await add(ofCodes(no, 2, { write_epc: true }));
    const [one, two] = await codesOfJob(id);
    if (!one || !two) throw new Error('no codes');
    await house.ask(people.maker, codeCalls.bind, { items: [{ unique_code: two.unique_code, epc: freshEpc() }] });
    const printed = [one, two].map((code) => ({ code_id: code.code_id, epc: epcToWrite(code) }));
    await expect(print(id, { printed })).rejects.toMatchObject({ field: 'printed.1.epc' });
    expect(await shown(id)).toMatchObject({ status: 1, written_qty: 0 });
    const plain = await add(ofCodes((await order(1)).no, 1));
    await expect(print(plain.id, { printed: [{ code_id: one.code_id, epc: freshEpc() }] })).rejects.toMatchObject({
      field: 'printed',
    });
  });
});

async function codeOf(id: number): Promise<{ order: number }> {
  const { rows } = await sql<{
    order: number;
  }>`select code_order_id as "order" from piece_code where id = ${id}`.execute(house.db);
  return rows[0] ?? { order: 0 };
}

describe('the laws of the books find', () => {
  it.each([
    [
      'a job that says more was printed',
      () => sql`update hang_tag_job set printed_qty = printed_qty + 1 where status = 2`,
      'k180',
    ],
    [
      'a code of other goods',
      () =>
        sql`update hang_tag_job_line set sku_id = (select max(id) from sku) where id in (select line_id from hang_tag_job_code)`,
      'k181',
    ],
    [
      'a written tag that was never bound',
      () => sql`update hang_tag_job_code set epc = 'EA000000' || '1000000000009999' where epc is not null`,
      'k182',
    ],
  ])('%s', async (_what, corrupt, law) => {
    expect(await brokenBy(house.db, [corrupt()])).toContain(law);
  });
});
