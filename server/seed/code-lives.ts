import { sql } from 'kysely';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import type { CodeStep } from '#contract/areas/codes/code-life.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { codeReturn } from '#contract/areas/codes/code-return.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import type { Source } from '#server/ledger/posting.ts';
import type { CodeDesk } from './codes.ts';

/** What becomes of codes: orders in every state, pieces that moved, were lost, found, sold and given back, and codes that were. */
export async function seedCodeLives(desk: CodeDesk, goods: readonly number[]): Promise<void> {
  const { clerks, order } = desk;
  const some = (from: number, qty: number) => goods.slice(from, from + 3).map((sku_id) => ({ sku_id, qty }));
  const take = (name: string, id: number, more: object = {}) =>
    clerks.ask('whsMgr', transitionCall(codeOrder, name), { id, ...more });
  clerks.begin(20);
  await order({ source_type: 1, remark: '新款备码', lines: some(0, 20) }, 'waiting');
  await take('cancel', await order({ source_type: 1, lines: some(3, 10) }, 'waiting'), { reason: '重复录入' });
  await take('cancel', await order({ source_type: 1, lines: some(6, 10) }), { reason: '吊牌厂换版，编号重发' });
  const issued = await order({ source_type: 1, lines: some(9, 30) });
  const bound = await order({ source_type: 1, lines: some(1, 25) });
  await desk.bind(bound);
  const spare = await order({ source_type: 1, lines: some(4, 12) });
  await take('finish', spare, { unused: 1 });
  await clerks.ask('whsMgr', codeCalls.void, {
    code_ids: await codes(desk, { status: 1, order: issued, most: 10 }),
    reason: '吊牌印坏',
  });
  await moveAndMiss(desk);
  await gone(desk);
  await giveBack(desk, issued);
}

async function moveAndMiss(desk: CodeDesk): Promise<void> {
  const { clerks } = desk;
  clerks.begin(12);
  for (const [place, position] of ['A-01-02', 'A-03-01', 'B-02-04', 'C-01-01'].entries())
    await clerks.ask('whs', codeCalls.move, {
      code_ids: await codes(desk, { status: 3, most: 40, skip: place * 300 }),
      position,
    });
  const report = async (op: 1 | 2, ids: number[], judged: boolean) => {
    const reason = op === 1 ? '巡检未找到' : '理货时找到';
    const { adjust_nos } = await clerks.ask('whsMgr', codeCalls.lost, { code_ids: ids, op, reason });
    for (const no of judged ? adjust_nos : []) {
      const { rows } = await sql<{ id: number }>`select id from stock_adjustment where adjust_no = ${no}`.execute(
        desk.step.tx,
      );
      await clerks.ask('whsMgr2', transitionCall(stockAdjustment, 'audit'), {
        id: rows[0]?.id ?? 0,
        result: verdict.pass,
      });
    }
  };
  await report(1, await codes(desk, { status: 3, most: 14, skip: 2000 }), true);
  await report(2, await codes(desk, { status: 9, most: 5 }), true);
  await report(1, await codes(desk, { status: 3, most: 6, skip: 4000 }), false);
}

/** Pieces that are gone: sold at the tills before the books began, sent back to their suppliers with a return. */
async function gone(desk: CodeDesk): Promise<void> {
  const { tx, now } = desk.step;
  const tell = async (
    ids: readonly number[],
    step: CodeStep,
    more: { source?: Source; orderNo?: string; daysAgo: number },
  ) =>
    await moveCodes(tx, {
      source: more.source,
      moves: ids.map((codeId) => ({
        codeId,
        step,
        ...(more.orderNo ? { orderNo: more.orderNo, remark: '启用前门店已售，补录' } : {}),
      })),
      happenedAt: new Date(now.getTime() - more.daysAgo * 86_400_000).toISOString(),
      opId: desk.chance.uuid(),
      adminId: 1,
    });
  const sold = await codes(desk, { status: 3, most: 40, skip: 6000 });
  for (const [place, id] of sold.entries())
    await tell([id], 'sell', { orderNo: `POS2602${String(place + 1).padStart(6, '0')}`, daysAgo: 9 });
  const { rows } = await sql<{ id: number; back_no: string; warehouse_id: number }>`
    select id, back_no, warehouse_id from back_order where status in (4, 5) and warehouse_id = (select id from warehouse where warehouse_no = 'W01') order by id limit 1`.execute(
    tx,
  );
  const [left] = rows;
  if (!left) throw new Error('no demo return that went out');
  const source = { docType: backOrder.name, docId: left.id, docNo: left.back_no };
  const returned = await codes(desk, { status: 3, most: 12, skip: 7000 });
  await tell(returned, 'hold', { source, daysAgo: 8 });
  await tell(returned, 'giveBack', { source, daysAgo: 8 });
}

/** Returns of codes of every type, in every state. */
async function giveBack(desk: CodeDesk, unusedOf: number): Promise<void> {
  const { clerks, step } = desk;
  clerks.begin(6);
  const { rows: places } = await sql<{ id: number }>`select id from warehouse where warehouse_no = 'W01'`.execute(
    step.tx,
  );
  const warehouse_id = places[0]?.id ?? 0;
  const add = async (input: object, ids: readonly number[]) =>
    (
      await clerks.ask('whs', callsOf(codeReturn).add, {
        ...input,
        lines: ids.map((code_id) => ({ code_id })),
      } as never)
    ).id;
  const judge = (id: number, result: 1 | 2) =>
    clerks.ask('whsMgr', transitionCall(codeReturn, 'confirm'), {
      id,
      result,
      ...(result === 2 ? { remark: '吊牌还要用' } : {}),
    });
  const unused = await codes(desk, { status: 1, order: unusedOf, most: 12 });
  await judge(await add({ return_type: 1, remark: '余码退回' }, unused.slice(0, 4)), 1);
  await judge(await add({ return_type: 1 }, unused.slice(4, 8)), 2);
  const withdrawn = await add({ return_type: 1 }, unused.slice(8, 10));
  await clerks.ask('whs', transitionCall(codeReturn, 'cancel'), { id: withdrawn, reason: '录错' });
  const [sold] = await named(desk, { status: 6 });
  if (sold) await judge(await add({ return_type: 2, warehouse_id, source_no: sold.no }, [sold.id]), 1);
  const back = (await named(desk, { status: 7 })).slice(0, 3);
  if (back[0])
    await judge(
      await add(
        { return_type: 3, warehouse_id, source_no: back[0].no },
        back.map(({ id }) => id),
      ),
      1,
    );
}

interface Asked {
  readonly status: number;
  readonly order?: number;
  readonly most: number;
  readonly skip?: number;
}

/** Codes in a state, the oldest first, of W01 where they stand anywhere. */
export async function codes({ step }: CodeDesk, { status, order, most, skip = 0 }: Asked): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from piece_code c left join warehouse w on w.id = c.warehouse_id where c.status = ${status} and (w.id is null or w.warehouse_no = 'W01')
      and (${order ?? null}::bigint is null or c.code_order_id = ${order ?? null}::bigint)
    order by c.id offset ${skip} limit ${most}`.execute(step.tx);
  return rows.map(({ id }) => id);
}

/** Codes that are gone, with the document they went by. */
async function named({ step }: CodeDesk, { status }: { status: number }): Promise<{ id: number; no: string }[]> {
  const { rows } = await sql<{ id: number; no: string }>`
    select c.id, coalesce(c.order_no, e.doc_no) as no from piece_code c join code_event e on e.code_id = c.id and e.seq = c.seq where c.status = ${status} order by c.id`.execute(
    step.tx,
  );
  return rows;
}
