import { type Kysely, sql } from 'kysely';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { bank } from '#contract/areas/partners/bank.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { ruleType } from '#contract/areas/replenishment/rule-enums.ts';
import { paymentType } from '#contract/areas/settlement/settle-enums.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { bases } from '#server/kit/frame.ts';
import { accountNo, addSubBranch, lineNo } from './bank-accounts.ts';
import { addCode, codedGoods } from './coded.ts';
import { agreed } from './contracts.ts';
import { addColor, next } from './goods.ts';
import { goodsOfShops } from './goods-of-shops.ts';
import { atDock } from './inbound.ts';
import { addMember } from './members.ts';
import { addDepartment, creditCode } from './partners.ts';
import { person, writing } from './people.ts';
import { contracted, ordered, seller } from './purchasing.ts';
import { type Make, maker, type Special } from './samples.ts';
import { samplesOfAfterSales } from './samples-of-after-sales.ts';
import { samplesOfCashier } from './samples-of-cashier.ts';
import { rowsOfCoupons, specialOfCoupons } from './samples-of-coupons.ts';
import { membersByHand, samplesOfMembers } from './samples-of-members.ts';
import { ordersByHand, specialOfOrders } from './samples-of-orders.ts';
import { promotionRecords, promotionSamples } from './samples-of-promotions.ts';
import { tagSamples } from './samples-of-tags.ts';
import type { TestServer } from './server.ts';
import { accountInForceOf, billLine, owedItem } from './settlement.ts';
import { boughtBatch, leftGoods, missing, onItsWay, promised, stocked } from './stocked.ts';
import { addAbnormal, addEntry, addRule, entries, subject } from './vouchers.ts';

/** Makes records of every definition through the server's own calls, as somebody who may do everything. */
export function makerOf(
  db: Kysely<unknown>,
  { server, everyone }: { server: Pick<TestServer, 'call'>; everyone: Record<string, string> },
): { make: Make; special: Special } {
  /** What the guards of some definitions ask of a sample besides: a colour is a value of the colour attribute, a shop stands in a shop's warehouse. */
  const ofAfterSales = samplesOfAfterSales(db);
  const special: Special = {
    ...ofAfterSales.special,
    ...specialOfCoupons(db, () => make),
    ...tagSamples,
    ...samplesOfMembers(() => make),
    role: async () => ({ code: `r${crypto.randomUUID().slice(0, 8)}` }),
    sku: async () => ({ color_value_id: await addColor(db) }),
    shop: async () => ({ district_id: await addDepartment(db, 3), warehouse_id: await sellingWarehouse() }),
    purchaser: async () => {
      const department = await addDepartment(db);
      const { id } = await person(db);
      await sql`update admin set main_organize_id = ${department} where id = ${id}`.execute(db);
      return { admin_id: id, department_id: department };
    },
    contract: async () => ({ end_date: '2026-12-31' }),
    purchasePriceSheet: async () => {
      const { supplier_id, contract_id, goods } = await agreed(db);
      const lines = goods.map(({ id }) => ({ sku_id: id, new_price: 100, tax_rate_bp: 1300 }));
      return { supplier_id, contract_id, lines };
    },
    purchaseOrder: async () => {
      const { supplier_id, contract_id, sku_ids } = await contracted(db);
      return { supplier_id, contract_id, co_model: 1, lines: sku_ids.map((sku_id) => ({ sku_id, qty: 3 })) };
    },
    arrivalOrder: async () => {
      const { supplier_id, warehouse_id, lines } = await ordered(db);
      const planned = lines.map((purchase_line_id) => ({ purchase_line_id, plan_qty: 1 }));
      // A day to come, whatever the clock.
      return { supplier_id, warehouse_id, appoint_date: '2099-06-01', appoint_slot: '09:00-11:00', lines: planned };
    },
    inWareBatch: async () => ({ arrival_id: (await atDock(db, { lines: [{ sku_id: await make(sku) }] })).arrival }),
    supplier: async () => ({ credit_code: creditCode() }),
    bank: async () => ({ code: `B${next()}`, status: 1 }),
    subBranch: async () => ({ line_no: lineNo(), status: 1 }),
    ownAccount: async () => ({ account_no: accountNo(), bank_id: await make(bank), is_default: false }),
    logistics: async () => ({ code: `WL${next()}` }),
    supplierAccount: async () => {
      const bank_id = await make(bank);
      const sub_branch_id = await addSubBranch(db, { bank_id });
      return { account_no: accountNo(), bank_id, sub_branch_id };
    },
    backOrder: async () => {
      const { stock_batch_id, sku_id: _sku, ...where } = await stocked(db);
      return { ...where, lines: [{ stock_batch_id, qty: 2 }] };
    },
    imperfectRecord: async () => {
      const { warehouse_id, sku_id } = await stocked(db);
      return { warehouse_id, lines: [{ sku_id, imperfect_type: 1, qty: 2, reason: '拉链损坏' }] };
    },
    batchAllot: async () => {
      const { warehouse_id, sku_id } = await stocked(db);
      const in_warehouse_id = await reachable(db, { from: warehouse_id, to: await make(warehouse) });
      return { out_warehouse_id: warehouse_id, lines: [{ sku_id, in_warehouse_id, qty: 2 }] };
    },
    allot: async () => {
      const { warehouse_id, sku_id } = await stocked(db);
      const in_warehouse_id = await reachable(db, { from: warehouse_id, to: await make(warehouse) });
      return { out_warehouse_id: warehouse_id, in_warehouse_id, lines: [{ sku_id, qty: 2 }] };
    },
    spuDraft: async () => ({ brand_id: await make(brand), category_id: await make(category) }),
    goodsPush: async () => {
      const spu_id = await make(spu);
      await sql`update spu set status = 1 where id = ${spu_id}`.execute(db);
      const shop_id = await make(shop);
      await sql`update shop set status = 1 where id = ${shop_id}`.execute(db);
      return { shop_ids: [shop_id], lines: [{ spu_id }] };
    },
    codeOrder: async () => ({ lines: [{ sku_id: (await codedGoods(db))[0]?.id ?? 0, qty: 2 }] }),
    codeReturn: async () => ({ lines: [{ code_id: await addCode(db) }] }),
    voucher: async () => {
      const places = { supplier_id: await seller(db), shop_id: await make(shop), warehouse_id: await make(warehouse) };
      return { lines: (await entries(db)).map((line) => ({ ...line, ...places })) };
    },
    ruleChange: async () => ({
      rule_id: await addRule(db),
      debit_id: await subject(db, '6602'),
      credit_id: await subject(db, '1002'),
    }),
    stockRule: async () => ({ warehouse_ids: [await make(warehouse)], min_qty: 3 }),
    manualLock: async () => {
      const { warehouse_id, sku_id } = await stocked(db);
      return { warehouse_id, lines: [{ sku_id, qty: 2 }] };
    },
    statement: async () => {
      const { id, supplier_id } = await owedItem(db);
      return { supplier_id, lines: [{ settle_item_id: id }] };
    },
    costAdjust: async () => {
      const { supplier_id, detail } = await boughtBatch(db);
      return { supplier_id, adjust_reason: 3, lines: [{ in_ware_detail_id: detail, new_cost: 1000 }] };
    },
    currentExpense: async () => {
      const supplier_id = await seller(db);
      return { supplier_id, account_id: await accountInForceOf(db, supplier_id) };
    },
    expense: async () => ({ shop_id: await make(shop) }),
    ...promotionSamples(db, (one) => make(one)),
    ...specialOfOrders(db, () => make),
    payment: async () => {
      const supplier_id = await seller(db);
      return {
        payment_type: paymentType.deposit,
        supplier_id,
        account_id: await accountInForceOf(db, supplier_id),
        lines: [{ amount: 100 }],
      };
    },
  };
  const of = goodsOfShops(db);
  const shelf = async () => await of.shelved({ shop_id: await make(shop), sku_id: await make(sku) });
  const batch = async () => (await stocked(db)).stock_batch_id;
  const ofGoods = async () => (await owedItem(db, { sku_id: await make(sku), warehouse_id: await make(warehouse) })).id;
  const make: Make = maker(db, {
    special,
    byHand: {
      ...ofAfterSales.byHand,
      ...ordersByHand(db, () => make),
      ...membersByHand(db, () => make),
      stockBatch: batch,
      shelfBatch: batch,
      returnableBatch: batch,
      transitBatch: () => onItsWay(db),
      heldStock: () => promised(db),
      purchaseLine: async () => (await ordered(db)).lines[0] ?? 0,
      outWareDetail: () => leftGoods(db),
      uniqueCode: () => addCode(db),
      codeRecord: () => addCode(db),
      negativeInventory: () => missing(db),
      groupedStyle: async () => await of.grouped(await make(spu)),
      labelledStyle: async () => await of.labelled({ shop_id: await make(shop), spu_id: await make(spu) }),
      shopGoods: shelf,
      shopShelf: shelf,
      onlineShelf: shelf,
      goodsPushResult: async () => await of.pushed({ shop_id: await make(shop), spu_id: await make(spu) }),
      ...rowsOfCoupons(db, () => make),
      memberOrder: async () => {
        const place = { shop_id: await make(shop), warehouse_id: await make(warehouse) };
        return await of.bought({ ...place, user_id: await addMember(db) });
      },
      measuredStyle: () => make(spu),
      picturedStyle: () => make(spu),
      describedStyle: () => make(spu),
      // Known by the first piece of its size.
      sizedStyle: () => make(sku),
      settleItem: () => ofGoods(),
      choosableItem: () => ofGoods(),
      settleSum: async () => {
        const warehouse_id = await make(warehouse);
        return ((await owedItem(db, { warehouse_id })).supplier_id * 10 + 1) * 1_000_000 + warehouse_id;
      },
      checkBillDetail: async () => (await billLine(db)).id,
      purchaseFinance: async () => (await ordered(db)).id,
      purchaseCost: async () => (await boughtBatch(db)).detail,
      costHistory: async () => (await boughtBatch(db)).detail * 2,
      waitingPrice: async () => (await boughtBatch(db, { price_state: 2 })).detail,
      accountSubject: () => subject(db),
      transactionEntry: () => addEntry(db, make),
      voucherAbnormal: () => addAbnormal(db),
      bookingRule: () => addRule(db),
      ...samplesOfCashier(db, (definition) => make(definition)),
      ...promotionRecords(db),
    },
    add: async (definition, values) => {
      const { body } = await server.call(addressOf(definition, definition.calls.add?.[0] ?? ''), values, {
        headers: writing(everyone),
      });
      if (body.code !== 200) throw new Error(`${definition.name} refuses its sample: ${JSON.stringify(body)}`);
      return (body.result as { id: number }).id;
    },
  });
  const sellingWarehouse = async (): Promise<number> => {
    const id = await make(warehouse);
    await sql`update warehouse set type = 2 where id = ${id}`.execute(db);
    return id;
  };
  return { make, special };
}

/** Where a call of a definition's group is answered. */
export const addressOf = (definition: AnyDefinition, segment: string): string =>
  `${bases[definition.service]}${definition.group}/${segment}`;

/** Where goods go by lanes alone (the demo company), these two get one of their own. Answers where it leads. */
async function reachable(db: Kysely<unknown>, { from, to }: { from: number; to: number }): Promise<number> {
  await sql`
    insert into allot_rule (name, rule_type, from_warehouse_ids, to_warehouse_ids, status)
    select ${`通道 ${from} ${to}`}, ${ruleType.route}, array[${from}]::bigint[], array[${to}]::bigint[], 1
    where exists (select 1 from allot_rule where rule_type = ${ruleType.route} and status = 1)`.execute(db);
  return to;
}
