import { sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { negativeWay } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import type { House } from '#tests/boot/house.ts';
import { accountants, adjusts, currents } from './costs.ts';
import { testStore } from './files.ts';
import { arrive, atDock, type Dock, dockPeople, receiveWhole } from './inbound.ts';
import { orderClerk, placeTillOrder, shopAt } from './pushed-orders.ts';
import { everybody, returns } from './returns.ts';
import { accountInForceOf, attach, bills, fines, payments, settlers, statements } from './settlement.ts';
import { pieces } from './shelf.ts';
import { adjust, stockPeople } from './stock.ts';

/** A supplier of a model with two styles, an order that never ends, and a shop that sells from the warehouse. */
interface Partner extends Dock {
  readonly model: number;
  readonly goods: readonly { id: number; sku_no: string }[];
  readonly account: number;
  readonly shop: string;
}

/** People and partners of random chains of work on the books, and the steps that they take. */
export interface ChainWorld {
  /** Who may settle and pay; each may do everything. */
  readonly people: Awaited<ReturnType<typeof settlers>>;
  readonly partners: readonly Partner[];
  /** Each does something to a partner where there is something to do, and answers what. */
  readonly steps: Readonly<
    Record<string, (of: Partner, random: (below: number) => number) => Promise<string | undefined>>
  >;
}

/** Fen, tax of 13 % included; prices that no tax divides evenly. */
const prices = [11_300, 5990];

/** Makes a supplier of each model: bought twice, consigned, joint venture. */
export async function chainWorld(house: House): Promise<ChainWorld> {
  const people = {
    dock: await dockPeople(house),
    move: await everybody(house),
    settle: await settlers(house),
    book: await accountants(house),
    stock: await stockPeople(house),
    clerk: await orderClerk(house),
    store: await testStore(),
  };
  const partners: Partner[] = [];
  for (const model of [1, 1, 2, 3]) partners.push(await partnerOf(house, model, people.settle.buyer));
  return { people: people.settle, partners, steps: { ...stepsOfGoods(house, people), ...stepsOfMoney(house, people) } };
}

async function partnerOf(house: House, model: number, leader: Actor): Promise<Partner> {
  const { db } = house;
  const goods = await pieces(db, prices.length);
  const dock = await atDock(db, {
    coModel: model,
    lines: goods.map(({ id }, place) => ({ sku_id: id, qty: 100_000, price: prices[place] ?? 0, plan: 0 })),
  });
  await sql`
    update spu set supplier_id = ${dock.supplier}, co_model = ${model} where id in (select spu_id from sku where id = any(${goods.map(({ id }) => id)}::bigint[]))`.execute(
    db,
  );
  if (model === 3) await sql`update supplier set take_rate_bp = 2000 where id = ${dock.supplier}`.execute(db);
  await sql`update contract c set take_rate_bp = case when ${model} = 3 then 2000 end, deposit_rate_bp = 10000 from purchase_order o where o.id = ${dock.purchase} and c.id = o.contract_id`.execute(
    db,
  );
  await sql`update supplier s set purchaser_id = o.purchaser_id from purchase_order o where o.id = ${dock.purchase} and s.id = o.supplier_id`.execute(
    db,
  );
  await sql`
    update organize g set leader_id = ${leader.id} from purchaser p join supplier s on s.purchaser_id = p.id
    where s.id = ${dock.supplier} and g.id = p.department_id`.execute(db);
  return {
    ...dock,
    model,
    goods,
    account: await accountInForceOf(db, dock.supplier),
    shop: (await shopAt(house, dock.warehouse)).shop_no,
  };
}

interface People {
  readonly dock: Awaited<ReturnType<typeof dockPeople>>;
  readonly move: Awaited<ReturnType<typeof everybody>>;
  readonly settle: Awaited<ReturnType<typeof settlers>>;
  readonly book: Awaited<ReturnType<typeof accountants>>;
  readonly stock: Awaited<ReturnType<typeof stockPeople>>;
  readonly clerk: Actor;
  readonly store: FileStore;
}

type Steps = ChainWorld['steps'];

function stepsOfGoods(house: House, people: People): Steps {
  const { db } = house;
  const standing = async ({ warehouse, goods }: Partner) =>
    (
      await sql<{
        id: number;
        sku_id: number;
        sku_no: string;
        free: number;
        detail: number;
        cost: number;
        bought: boolean;
      }>`
        select b.id, b.sku_id, k.sku_no, b.qty_remain - b.qty_locked as free, b.in_ware_detail_id as detail, d.cost_price as cost,
          h.in_type = 1 as bought
        from stock_batch b join sku k on k.id = b.sku_id join in_ware_batch_detail d on d.id = b.in_ware_detail_id join in_ware_batch h on h.id = d.in_ware_batch_id
        where b.warehouse_id = ${warehouse} and b.sku_id = any(${goods.map(({ id }) => id)}::bigint[]) and b.imperfect_type = 0 and b.qty_remain > b.qty_locked
        order by b.id`.execute(db)
    ).rows;
  return {
    async buy(of, random) {
      const place = random(of.goods.length);
      const qty = 1 + random(20);
      await sql`update purchase_order_line set booked_qty = booked_qty + ${qty} where id = ${of.purchaseLines[place]}`.execute(
        db,
      );
      await sql`update purchase_order set booked_qty = booked_qty + ${qty} where id = ${of.purchase}`.execute(db);
      const { arrival } = await arrive(db, of, [{ place, sku_id: of.goods[place]?.id ?? 0, plan: qty }]);
      await receiveWhole(house, { people: people.dock, arrival });
      return `buys ${qty}`;
    },
    async giveBack(of, random) {
      const found = await standing(of);
      const one = found[random(found.length || 1)];
      if (!one) return undefined;
      const qty = 1 + random(one.free);
      const { id } = await house.ask(people.move.buyer, returns.add, {
        warehouse_id: of.warehouse,
        supplier_id: of.supplier,
        back_type: 1,
        reason: '季末滞销',
        lines: [{ stock_batch_id: one.id, qty, ...(random(3) === 0 ? { back_price: 1000 + random(9000) } : {}) }],
      } as never);
      await house.ask(people.move.buyer, returns.submit, { id });
      await house.ask(people.move.manager, returns.department, { id, result: 1 });
      await house.ask(people.move.head, returns.finance, { id, result: 1 });
      const { lines } = await house.ask(people.move.keeper, returns.detail, { id });
      const out = lines.map((line) => ({ line_id: line.id, out_qty: line.qty }));
      await house.ask(people.move.keeper, returns.out, { id, waybill_no: 'SF1', lines: out });
      return `gives ${qty} back`;
    },
    async lose(of, random) {
      const found = await standing(of);
      const one = found[random(found.length || 1)];
      if (!one) return undefined;
      const type = [adjustType.loss, adjustType.ownUse, adjustType.otherOut][random(3)] ?? adjustType.loss;
      const qty = 1 + random(Math.min(one.free, 3));
      const line = { sku_id: one.sku_id, qty };
      await adjust(house, { people: people.stock, warehouse: of.warehouse, type, lines: [line] });
      return `loses ${qty} by ${type}`;
    },
    async find(of, random) {
      const qty = 1 + random(3);
      const line = { sku_id: of.goods[random(of.goods.length)]?.id ?? 0, qty };
      await adjust(house, { people: people.stock, warehouse: of.warehouse, type: adjustType.gain, lines: [line] });
      return `finds ${qty}`;
    },
    async sell(of, random) {
      const sku_no = of.goods[random(of.goods.length)]?.sku_no ?? '';
      // More than there is, now and then: what is missing is offset by what comes.
      const qty = 1 + random(4);
      await placeTillOrder(house, { by: people.clerk, shop: of.shop, items: [{ sku_no, qty, sale_price: 9999 }] });
      return `sells ${qty}`;
    },
    async revalue(of, random) {
      if (of.model !== 1) return undefined;
      const found = await standing(of);
      const one = found[random(found.length || 1)];
      if (!one) return undefined;
      const new_cost = one.cost + 1 + random(300);
      const { id } = await house.ask(people.book.maker, adjusts.add, {
        adjust_reason: 3,
        // Nothing is owed for what came in otherwise than by buying.
        to_supplier: one.bought ? random(2) : 0,
        supplier_id: of.supplier,
        lines: [{ in_ware_detail_id: one.detail, new_cost }],
      } as never);
      await house.ask(people.book.maker, adjusts.submit, { id });
      await house.ask(people.book.manager, adjusts.department, { id, result: 1 });
      await house.ask(people.book.head, adjusts.finance, { id, result: 1 });
      return `is revalued to ${new_cost}`;
    },
  };
}

const period = { period_from: '2026-01-01', period_to: '2026-12-31' };

function stepsOfMoney(house: House, { settle: who, book, store }: People): Steps {
  const { db } = house;
  let serial = 0;
  const pay = async (of: Partner, body: object, amount: number): Promise<number> => {
    const { id } = await house.ask(who.maker, payments.add, { supplier_id: of.supplier, ...body } as never);
    await house.ask(who.maker, payments.submit, { id });
    await house.ask(who.manager, payments.department, { id, result: 1 });
    await house.ask(who.head, payments.finance, { id, result: 1 });
    await attach(house, { store, by: who.cashier, definition: payment, id, kind: 'slip' });
    serial += 1;
    await house.ask(who.cashier, payments.confirm, {
      id,
      pay_account: '工商银行基本户',
      pay_date: new Date(house.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
      pay_amount: amount,
      bank_serial_no: `C${serial}`,
    });
    return id;
  };
  const latest = async (table: string, of: Partner, states: readonly number[]) =>
    (
      await sql<{ id: number; unpaid: number }>`
        select id, ${table === 'statement' ? sql.ref('unpaid_amount') : sql.ref('amount')} as unpaid from ${sql.table(table)}
        where supplier_id = ${of.supplier} and status = any(${[...states]}::smallint[]) order by id desc limit 5`.execute(
        db,
      )
    ).rows;
  return {
    async fine(of, random) {
      const { id } = await house.ask(who.maker, fines.add, {
        supplier_id: of.supplier,
        fine_type: 4,
        amount: 1 + random(90_000),
        reason: '做工不良',
      });
      await house.ask(who.maker, fines.submit, { id });
      await house.ask(who.manager, fines.audit, { id, result: 1 });
      return 'is fined';
    },
    async expense(of, random) {
      const { id } = await house.ask(book.maker, currents.add, {
        partner_type: 1,
        supplier_id: of.supplier,
        direction: 1 + random(2),
        expense_type: 1,
        amount: 1 + random(30_000),
        settle_way: 2,
        account_id: null,
      } as never);
      await house.ask(book.maker, currents.submit, { id });
      await house.ask(book.manager, currents.department, { id, result: 1 });
      await house.ask(book.head, currents.finance, { id, result: 1 });
      return 'has an expense set off';
    },
    async prepay(of, random) {
      const amount = 1 + random(50_000);
      const lines = [{ purchase_id: of.purchase, amount }];
      await pay(of, { account_id: of.account, payment_type: 2, direction: 1, lines }, amount);
      return `is paid ${amount} ahead`;
    },
    async settle(of, random) {
      const { rows: waiting } = await sql<{ id: number; item_type: number }>`
        select id, item_type from settle_item where supplier_id = ${of.supplier} and status = 1 order by id`.execute(
        db,
      );
      if (waiting.length === 0) return undefined;
      const lines: object[] = [];
      if (waiting.some(({ item_type: type }) => type <= 4)) {
        const { id } = await house.ask(who.maker, bills.add, {
          supplier_id: of.supplier,
          co_model: of.model,
          ...period,
        });
        await house.ask(who.maker, bills.choose, { id, version: 1, all: {} });
        await house.ask(who.maker, bills.submit, { id });
        await attach(house, { store, by: who.maker, definition: checkBill, id, kind: 'confirm' });
        await house.ask(who.maker, bills.confirm, { id, confirm_by: '陈经理' });
        lines.push({ check_bill_id: id });
      }
      lines.push(...waiting.filter(({ item_type: type }) => type > 4).map(({ id }) => ({ settle_item_id: id })));
      const { id } = await house.ask(who.maker, statements.add, { supplier_id: of.supplier, lines } as never);
      const { total_amount: total, version } = await house.ask(who.maker, statements.detail, { id });
      const { prepaid_free: free } = await house.ask(who.maker, statements.view, { supplier_id: of.supplier, id });
      const offset = Math.min(free, Math.max(Number(total), 0));
      const more =
        Number(total) < 0
          ? { negative_way: random(2) === 0 ? negativeWay.carry : negativeWay.payIn }
          : offset > 0 && random(2) === 0
            ? { prepay_offset_amount: 1 + random(offset) }
            : undefined;
      if (more) await house.ask(who.maker, statements.edit, { id, version, ...more } as never);
      await house.ask(who.maker, statements.submit, { id });
      await house.ask(who.manager, statements.department, { id, result: 1 });
      await house.ask(who.buyer, statements.buyer, { id, result: 1 });
      await attach(house, { store, by: who.maker, definition: statement, id, kind: 'signed' });
      await house.ask(who.maker, statements.supplier, { id, result: 1, confirm_by: '陈经理' });
      return `settles ${total}`;
    },
    async pay(of, random) {
      const found = await latest('statement', of, [4, 5]);
      const one = found[random(found.length || 1)];
      if (!one || one.unpaid === 0) return undefined;
      const amount = one.unpaid < 0 ? -one.unpaid : random(2) === 0 ? one.unpaid : 1 + random(one.unpaid);
      const way = one.unpaid < 0 ? { direction: 2 } : { direction: 1, account_id: of.account };
      await pay(of, { payment_type: 1, ...way, lines: [{ statement_id: one.id, amount }] }, amount);
      return `is paid ${amount}`;
    },
    async payBack(of, random) {
      const found = await latest('payment', of, [4]);
      const one = found[random(found.length || 1)];
      if (!one) return undefined;
      return await tried('has a payment taken back', async () => {
        await house.ask(who.buyer, payments.reverse, { id: one.id, reverse_reason: 1, remark: '户名不符' } as never);
      });
    },
    async unsettle(of, random) {
      const found = await latest('statement', of, [4, 6]);
      const one = found[random(found.length || 1)];
      if (!one) return undefined;
      return await tried('has a statement taken back', async () => {
        await house.ask(who.head, statements.reverse, { id: one.id, reason: '金额有误' });
      });
    },
  };
}

/** A reversal that is refused, as money or goods went on, is a step too: nothing of it stays. */
async function tried(words: string, step: () => Promise<void>): Promise<string> {
  try {
    await step();
    return words;
  } catch (error) {
    if ((error as { kind?: string }).kind !== 'illegalTransition') throw error;
    return `${words}, which is refused`;
  }
}
