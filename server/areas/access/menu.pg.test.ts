import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { staff } from '#contract/areas/access/admin.ts';
import { type MenuNode, menuCall, permissionsCall } from '#contract/areas/access/calls.ts';
import { menu, urlOf } from '#contract/areas/access/menu.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { rightsCall } from '#contract/areas/access/rights.ts';
import { role } from '#contract/areas/access/role.ts';
import { roles } from '#contract/areas/access/roles.ts';
import { invoiceApply } from '#contract/areas/after-sales/invoice-apply.ts';
import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { codeReturn } from '#contract/areas/codes/code-return.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { inWareCode } from '#contract/areas/codes/in-ware-code.ts';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { spuDraft } from '#contract/areas/drafts/spu-draft.ts';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { expense } from '#contract/areas/expenses/expense.ts';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { transactionEntry } from '#contract/areas/finance/transaction-entry.ts';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { voucherAbnormal } from '#contract/areas/finance/voucher-abnormal.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { attributeKey, attributeValue } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { categoryProperty } from '#contract/areas/goods/category-property.ts';
import { describedStyle } from '#contract/areas/goods/described-style.ts';
import { goodsLabel } from '#contract/areas/goods/goods-label.ts';
import { measuredStyle } from '#contract/areas/goods/measures.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { spuTag } from '#contract/areas/goods/spu-tag.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { user } from '#contract/areas/members/user.ts';
import { userLabel, userLabelGroup } from '#contract/areas/members/user-label.ts';
import { apiDocumentCall } from '#contract/areas/ops/api-document.ts';
import { auditSearchCall, operLogCalls } from '#contract/areas/ops/audit.ts';
import { checkStateCall } from '#contract/areas/ops/checks.ts';
import { healthCall } from '#contract/areas/ops/health.ts';
import { secondFactorStateCall } from '#contract/areas/ops/second-factor.ts';
import { openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { settingsCall } from '#contract/areas/ops/settings.ts';
import { changePrice } from '#contract/areas/orders/change-price.ts';
import { order } from '#contract/areas/orders/order.ts';
import { orderAccount } from '#contract/areas/orders/order-account.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { payeeStatement } from '#contract/areas/orders/payee-statement.ts';
import { pushRefusal } from '#contract/areas/orders/push-refusal.ts';
import { bank } from '#contract/areas/partners/bank.ts';
import { logistics } from '#contract/areas/partners/logistics.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { subBranch } from '#contract/areas/partners/sub-branch.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { gift } from '#contract/areas/promotions/gift.ts';
import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { giftStock } from '#contract/areas/promotions/gift-stock.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { inoutWater } from '#contract/areas/reports/inout-water.ts';
import { overviewCall } from '#contract/areas/reports/overview.ts';
import { incontReport, stockBalanceReport } from '#contract/areas/reports/stock-reports.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { duesCall } from '#contract/areas/settlement/dues.ts';
import { fine } from '#contract/areas/settlement/fine.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { purchaseFinance } from '#contract/areas/settlement/purchase-finance.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { accessesOf, recordAddress } from '#contract/areas/shell/addresses.ts';
import { type DashboardAnswer, dashboard } from '#contract/areas/shell/dashboard.ts';
import { notify } from '#contract/areas/shell/notice.ts';
import { goodsPush } from '#contract/areas/shop-goods/goods-push.ts';
import { onlineShelf, shopShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import { taskPanel } from '#contract/areas/tasks/calls.ts';
import { importAccesses } from '#contract/areas/tasks/import-kinds.ts';
import { toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stockRule } from '#contract/areas/warehouse/stock-rule.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { definitions } from '#contract/definitions.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import type { Access, Call } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveEverything } from '#server/application.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { systemClock } from '#server/platform/clock.ts';
import { seedAccounts } from '#server/seed/accounts.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { shareOf } from '#tests/boot/share.ts';
import { signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { syncMenu } from './menu.ts';
import { permissionKeys, syncRoles } from './sync-roles.ts';

type Asked = Pick<Call, 'service' | 'path' | 'access'>;

/** What each screen reads first, as the screens do it: written down apart from what the menu says of itself. */
const questions = new Map<string, Asked>([
  ['/shops/addShop', callsOf(spu).list],
  ['/commodities/addList', callsOf(sku).list],
  ['/shops/initShop', callsOf(spu).list],
  ['/shops/shopGroup', callsOf(spuTag).list],
  ['/shops/doorIdent', callsOf(goodsLabel).list],
  ['/shops/operLog', operLogCalls.search],
  ['/systemSet/hangtagProduction', callsOf(hangTagJob).list],
  ['/systemSet/priceTag', callsOf(tagTemplate).list],
  ['/setManage/versioning', callsOf(clientVersion).list],
  ['/setManage/notify', callsOf(notify).list],
  ['/shops/categaryShop', callsOf(category).list],
  ['/shops/addBrands', callsOf(brand).list],
  ['/shops/addUnit', callsOf(unit).list],
  ['/shops/addShopAttribute', callsOf(attributeKey).list],
  ['/shops/attrIndividuation', callsOf(attributeKey).list],
  ['/shops/specifiCations', callsOf(attributeKey).list],
  ['/shops/attrLibrary', callsOf(attributeValue).list],
  ['/shops/catepropertyList', callsOf(categoryProperty).list],
  ['/shopstool/size_type/size_type', callsOf(sizeType).list],
  ['/shopstool/product_size/product_size', callsOf(measuredStyle).list],
  ['/addorders/getorderList', callsOf(order).list],
  ['/addorders/outList', callsOf(orderOut).list],
  ['/addorders/changePriceList', callsOf(changePrice).list],
  ['/addorders/orderAccount', callsOf(orderAccount).list],
  ['/addorders/payeeStatement', callsOf(payeeStatement).list],
  ['/ops/pushRefusals', callsOf(pushRefusal).list],
  ['/ops/rules', callsOf(bookingRule).list],
  ['/addorders/serviceList', callsOf(orderService).list],
  ['/addorders/moneyList', callsOf(orderRefund).list],
  ['/addorders/applyInvoice', callsOf(invoiceApply).list],
  ['/storage/stockList', callsOf(stock).list],
  ['/storage/stockListwater', callsOf(inventoryStream).list],
  ['/storage/stockListrule', callsOf(stockRule).list],
  ['/storage/outwareList', callsOf(outWareDetail).list],
  ['/storage/stocktakingList', callsOf(stocktaking).list],
  ['/storage/inwaredetaList', callsOf(inWareDetail).list],
  ['/buybox/selectShop', callsOf(goodsSelection).list],
  ['/buybox/caigouList', callsOf(purchaseOrder).list],
  ['/buybox/yuyueList', callsOf(arrivalOrder).list],
  ['/buybox/rukuList', callsOf(inWareBatch).list],
  ['/buybox/chayiList', callsOf(differenceOrder).list],
  ['/buybox/tuifanList', callsOf(backOrder).list],
  ['/buybox/imperfectShopManagement', callsOf(imperfectRecord).list],
  ['/buybox/duizhangList', callsOf(checkBill).list],
  ['/buybox/jiesuanList', callsOf(settleItem).list],
  ['/buybox/fakuanList', callsOf(fine).list],
  ['/buybox/caiwuList', callsOf(purchaseFinance).list],
  ['/finance/cashreconList', callsOf(cashierBill).list],
  ['/finance/reconciliaList', callsOf(channelRecon).list],
  ['/finance/shopreconList', callsOf(shopBill).list],
  ['/finance/statementList', callsOf(statement).list],
  ['/finance/paymentList', callsOf(payment).list],
  ['/buybox/chengbenList', callsOf(purchaseCost).list],
  ['/finance/costAdjust', callsOf(costAdjust).list],
  ['/finance/currentExpense', callsOf(currentExpense).list],
  ['/finance/expense/expenseList', callsOf(expense).list],
  ['/overview/addOerview', overviewCall],
  ['/ops/finance', duesCall],
  ['/storage/stockbalanceList', stockBalanceReport.call],
  ['/finance/incontList', incontReport.call],
  ['/finance/inoutWater', callsOf(inoutWater).list],
  ['/finance/transactionEntry', callsOf(transactionEntry).list],
  ['/finance/voucher/voucherList', callsOf(voucher).list],
  ['/finance/voucher/abnormal', callsOf(voucherAbnormal).list],
  ['/shopsprice/priceList', callsOf(priceSheet).list],
  ['/contract/cgListht', callsOf(purchasePriceSheet).list],
  ['/contract/contrackList', callsOf(contract).list],
  ['/contract/contrackEf', callsOf(contract).list],
  ['/contract/contrackYx', callsOf(contractBrandAuth).list],
  ['/shopstool/batchList', callsOf(toolBatch).list],
  ['/shopstool/modifyAttribute', bulkCalls(describedStyle).order],
  ['/storage/stockAdjustmentList', callsOf(stockAdjustment).list],
  ['/storage/negativeInventory', callsOf(negativeInventory).list],
  ['/storage/allotList', callsOf(allot).list],
  ['/storage/allotdiffList', callsOf(allotDiff).list],
  ['/storage/allotruleList', callsOf(allotRule).list],
  ['/storage/batchallotList', callsOf(batchAllot).list],
  ['/storage/decisionList', callsOf(allotDecision).list],
  ['/storage/inwaredetaLists', callsOf(inWareCode).list],
  ['/storage/order_control/order_control', callsOf(codeOrder).list],
  ['/storage/goodsPool', callsOf(goodsPool).list],
  ['/storage/codeReturnList', callsOf(codeReturn).list],
  ['/shops/doorShop', callsOf(shopShelf).list],
  ['/shops/doorShopOnline', callsOf(onlineShelf).list],
  ['/shops/pushShop', callsOf(goodsPush).list],
  ['/shopstool/releaseShop', callsOf(spuDraft).list],
  ['/coupon/couponList', callsOf(coupon).list],
  ['/coupon/couponsendList', callsOf(couponSend).list],
  ['/coupon/promotionList', callsOf(promotion).list],
  ['/coupon/giftActivity', callsOf(giftActivity).list],
  ['/coupon/giftManage', callsOf(gift).list],
  ['/coupon/giftStock', callsOf(giftStock).list],
  ['/member/meberList', callsOf(user).list],
  ['/member/meberTags', callsOf(userLabel).list],
  ['/member/tagsGroup', callsOf(userLabelGroup).list],
  ['/basicbox/gyList', callsOf(supplier).list],
  ['/basicbox/gyzhList', callsOf(supplierAccount).list],
  ['/basicbox/cgList', callsOf(purchaser).list],
  ['/basicbox/mdList', callsOf(shop).list],
  ['/basicbox/ckList', callsOf(warehouse).list],
  ['/basicbox/wlList', callsOf(logistics).list],
  ['/basicbox/bankManagement', callsOf(bank).list],
  ['/basicbox/subBranchManagement', callsOf(subBranch).list],
  ['/order/exportList', taskPanel],
  ['/admin/accounCenter', callsOf(staff).list],
  ['/admin/roleList', callsOf(role).list],
  ['/admin/originNal', callsOf(organize).list],
  ['/ops/sessions', openSessionsCall],
  ['/ops/rights', rightsCall],
  ['/ops/check', checkStateCall],
  ['/ops/config', settingsCall],
  ['/ops/audit', auditSearchCall],
  ['/ops/secondFactor', secondFactorStateCall],
  ['/ops/health', healthCall],
  ['/ops/api', apiDocumentCall],
]);

/** Asks nothing: it looks for one of these among the keys of its menu node. */
const silent = '/ops/import';

const { db } = await testDatabase();
const server = await testServer(db, { kit: serveEverything(new Numbers(db)) });

beforeAll(async () => {
  await syncRoles(db, permissionKeys(server.kit.registry));
  await syncMenu(db);
  await seedAccounts(db, { password: 'back-office-demo', clock: systemClock });
});

const ask = async <T>(call: Asked, body: object, headers: Record<string, string>) =>
  (await server.call(`/api/${call.service}${call.path}`, body, { headers })).body as unknown as {
    code: number;
    result: T;
  };

/** Does the screen of this address open for them, by what it asks first? */
async function opens(route: string, of: { leaves: readonly MenuNode[]; headers: Record<string, string> }) {
  if (route !== silent) return (await ask(questions.get(route) ?? taskPanel, {}, of.headers)).code !== 4003;
  const node = of.leaves.find(({ url }) => url === `/#${route}`);
  const { result } = await ask<{ data: string[] }>(
    permissionsCall,
    { app_type: 'erp', parent_id: node?.id },
    of.headers,
  );
  return result.data.some((key) => importAccesses.some((access) => access === key));
}

async function signedAs(username: string): Promise<{ leaves: MenuNode[]; headers: Record<string, string> }> {
  const { rows } = await sql<{ id: number }>`select id from admin where username = ${username}`.execute(db);
  const headers = await signedIn(db, { id: rows[0]?.id ?? 0 });
  const { result } = await ask<{ data: MenuNode[] }>(menuCall, { app_type: 'erp' }, headers);
  return { leaves: result.data.flatMap(({ childNode }) => childNode), headers };
}

it('every screen of the menu is judged here', () => {
  const routes = menu.flatMap(({ screens }) => screens.map(({ route }) => route));
  expect([...questions.keys(), silent].sort()).toEqual([...routes].sort());
});

describe.each(shareOf(roles.filter(({ code }) => code !== 'channel')))('for $code', ({ code }) => {
  it('every entry opens, and no screen that opens is left out', async () => {
    const person = await signedAs(code);
    const shown = person.leaves.map(({ url }) => url);
    const closed: string[] = [];
    for (const route of shown.map((url) => url.replace('/#', '')))
      if (!(await opens(route, person))) closed.push(route);
    expect(closed).toEqual([]);
    const missing: string[] = [];
    for (const screen of menu.flatMap(({ screens }) => screens)) {
      // What anybody may read stands in the menu of those who can do something with it.
      if (shown.includes(urlOf(screen)) || screen.route === silent || questions.get(screen.route)?.access === 'login')
        continue;
      if (await opens(screen.route, person)) missing.push(screen.route);
    }
    expect(missing).toEqual([]);
  });

  it('every link of the landing page opens', async () => {
    const person = await signedAs(code);
    const { result } = await ask<DashboardAnswer>(dashboard, {}, person.headers);
    const links = [...result.todo, ...(result.stock_alerts ?? [])].map(({ url }) => url.split('?')[0] ?? '');
    const closed: string[] = [];
    for (const route of new Set(links)) if (!(await opens(route, person))) closed.push(route);
    expect(closed).toEqual([]);
  });
});

it('whoever sees a record in a search may open the screen that shows it', () => {
  const screens = menu.flatMap((group) => group.screens);
  for (const definition of definitions) {
    const address = recordAddress(definition, { id: 1, no: 'x' })?.split('?')[0];
    const screen = screens.find(({ route }) => route === address);
    if (screen)
      expect(
        screen.opens.some((key) => accessesOf(definition).includes(key as Access)),
        address,
      ).toBe(true);
  }
});

describe('entries of the second-generation application', () => {
  const tops = async (headers: Record<string, string>) =>
    (await ask<{ data: MenuNode[] }>(menuCall, {}, headers)).result.data.filter(({ style }) => style === 'ev2');

  it('stand at the end for everybody, give no keys, keep their ids and go when they are set no more', async () => {
    const { headers } = await signedAs('whs');
    expect(await tops(headers)).toEqual([]);
    // The path of one of our own screens takes nothing from it.
    const entries = [
      { name: '第二代', path: '/home' },
      { name: '第二代品牌', path: '/shops/addBrands' },
    ];
    await syncMenu(db, entries);
    const before = await tops(headers);
    expect(before.map(({ name, url, childNode }) => ({ name, url, childNode }))).toEqual(
      entries.map(({ name, path }) => ({ name, url: `2#${path}`, childNode: [] })),
    );
    expect(await ask(permissionsCall, { app_type: 'erp', parent_id: before[0]?.id }, headers)).toMatchObject({
      code: 200,
      result: { data: [] },
    });
    await syncMenu(db, entries);
    expect(await tops(headers)).toEqual(before);
    await syncMenu(db);
    expect(await tops(headers)).toEqual([]);
    const admin = await signedAs('admin');
    expect(admin.leaves.map(({ url }) => url)).toContain('/#/shops/addBrands');
  });
});
