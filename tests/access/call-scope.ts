// One row for each call that no definition scopes by itself: it grows with the calls, and is read by looking one of them up.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { staff } from '#contract/areas/access/admin.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { contract } from '#contract/areas/contracts/contract.ts';
import { spuDraft } from '#contract/areas/drafts/spu-draft.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { categoryProperty } from '#contract/areas/goods/category-property.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { insert } from '#tests/factories/insert.ts';
import { pieces } from '#tests/factories/shelf.ts';

type Values = Record<string, unknown>;

/** What a reviewer found about one call: it shows nothing that a data scope limits, another test asks it, or how to ask it here. */
export type Review =
  | { readonly none: string }
  | { readonly testedIn: string }
  | {
      readonly of: () => AnyDefinition;
      /** Names a record: the other's must be answered as none. */
      readonly ask?: (record: Values) => Values;
      /** Shows many: the other's title must not be among them. */
      readonly lists?: Values;
      /** Makes the other's record one that the call would show to somebody. */
      readonly prepare?: (db: Kysely<unknown>, id: number) => Promise<unknown>;
    };

const ofSheet = (more: Values = {}): Review => ({ of: () => stocktaking, ask: ({ id }) => ({ id, ...more }) });
const ofBatch = (more: Values = {}): Review => ({ of: () => inWareBatch, ask: ({ id }) => ({ id, ...more }) });
const ofAllot = (more: Values = {}): Review => ({ of: () => allot, ask: ({ id }) => ({ id, ...more }) });
const own: Review = { none: 'the caller’s own account' };
const ranks: Review = { none: 'ranks are the company’s, not somebody’s' };
const roles: Review = { none: 'roles are the company’s; what their data roles name are ids' };
const installation: Review = { none: 'the installation, not records of a warehouse or brand' };
const notices: Review = { none: 'notices are their writers’; whom they reach is checked by the call' };
const ownTasks: Review = { none: 'the caller’s own tasks' };
const prices: Review = { testedIn: 'server/areas/price/price-scope.pg.test.ts' };
const purchases: Review = { testedIn: 'server/areas/purchasing/purchasing-scope.pg.test.ts' };
const codes: Review = { testedIn: 'server/areas/codes/code-scope.pg.test.ts' };
const purchasePrices: Review = { testedIn: 'server/areas/contracts/contract-scope.pg.test.ts' };
const replenishments: Review = { testedIn: 'server/areas/replenishment/replenishment-scope.pg.test.ts' };
const bulk: Review = { testedIn: 'server/tasks/bulk/bulk-scope.pg.test.ts' };
const accounts: Review = { testedIn: 'server/areas/partners/account-bulk.pg.test.ts' };
const goodsBulk: Review = { testedIn: 'server/areas/goods/goods-bulk.pg.test.ts' };
const pictures: Review = { testedIn: 'server/areas/goods/pictures.pg.test.ts' };
const memberless: Review = { none: 'members are the company’s: no data scope limits them' };
const groups: Review = { testedIn: 'server/areas/goods/groups.pg.test.ts' };
const imports: Review = { testedIn: 'server/import/tasks/imports.pg.test.ts' };
const views: Review = { none: 'what is asked of lists and how they look, not records' };
const books: Review = { none: 'the books are the company’s; no data scope limits them' };
const tags: Review = { testedIn: 'server/areas/price-tags/price-tags.pg.test.ts' };
const hangTags: Review = { testedIn: 'server/areas/price-tags/hang/hang-tags.pg.test.ts' };
const attributes: Review = { none: 'attributes and their values are the company’s' };
const balances: Review = { testedIn: 'server/areas/reports/balances.pg.test.ts' };
const device = { device_id: 'tablet-0001' };
const allotPiece = (op_id: string): Values => ({
  op_id,
  seq: 1,
  kind: 'add',
  barcode: 'X',
  imperfect_type: 0,
  qty: 1,
  carton: null,
  counted_at: '2026-03-02T02:00:00.000Z',
});
/** Far from the ids that the database gives. */
const someGift = 999_001;

/** Every call that is written by hand, by service and path. */
export const reviews: Readonly<Record<string, Review>> = {
  'erp /v1/StockBalance/list': balances,
  'erp /v1/goods/overview': balances,
  'erp /v1/goods/overviewSales': balances,
  'erp /v1/goods/overviewExport': balances,
  'erp /v1/StockBalance/export': balances,
  'erp /v1/StockBalance/incontList': balances,
  'erp /v1/StockBalance/incontExport': balances,
  'erp /v1/StockBalance/monthClose': books,
  'erp /v1/StockBalance/reopen': books,
  'erp /v1/StockBalance/reopenAudit': books,
  'erp /v1/StockBalance/snapshot': books,
  'erp /v1/StockBalance/closing': ownTasks,
  'erp /v1/StockBalance/openPeriods': { testedIn: 'server/areas/reports/finance-board.pg.test.ts' },
  'erp /v1/statement/dues': { testedIn: 'server/areas/reports/finance-board.pg.test.ts' },
  'erp /v1/brand/getMap': { of: () => brand, ask: ({ id }) => ({ ids: [id] }), lists: {} },
  'erp /v1/brand/lists': { of: () => brand, lists: {} },
  'erp /v1/goods/export': { of: () => sku, lists: { page_size: 200 } },
  'erp /v1/spu/downSpuData': { of: () => spu, lists: { page_size: 200 } },
  'erp /v1/brand/checkBatch': { testedIn: 'server/areas/goods/brand.pg.test.ts' },
  'erp /v1/brand/enable': { of: () => brand, ask: ({ id }) => ({ ids: [id] }) },
  'erp /v1/brand/disable': { of: () => brand, ask: ({ id }) => ({ ids: [id] }) },
  'erp /v1/attribute/valueAdd': attributes,
  'erp /v1/attribute/valueMerge': attributes,
  'erp /v1/goods/shelf': { of: () => shopGoods, ask: ({ id }) => ({ ids: [id], shelf_status: 2 }) },
  'erp /v1/tools/draftDelete': { of: () => spuDraft, ask: ({ id }) => ({ ids: [id] }) },
  'erp /v1/tag/preview': tags,
  'erp /v1/tag/print': tags,
  'erp /v1/tag/changed': tags,
  'erp /v1/common/versionPublish': installation,
  'erp /v1/common/versionRevoke': installation,
  'erp /v1/common/deviceBuilds': installation,
  'erp /v1/common/deviceOrder': installation,
  'erp /v1/common/deviceSeen': own,
  'erp /v1/common/scanDiscarded': {
    none: 'answers op ids alone; whose trail it reaches is tested in server/areas/fleet/put-away.pg.test.ts',
  },
  'erp /v1/tag/jobSource': hangTags,
  'erp /v1/tag/jobPrint': hangTags,
  'erp /v1/size/show': { of: () => spu, ask: ({ id }) => ({ spu_id: id }) },
  'erp /v1/size/save': { of: () => spu, ask: ({ id }) => ({ spu_id: id, rows: [] }) },
  'erp /v1/size/batchSave': { testedIn: 'server/areas/goods/measures.pg.test.ts' },
  'erp /v1/property/keyList': { of: () => category, ask: ({ id }) => ({ category_id: id }) },
  'erp /v1/property/valueList': { of: () => category, ask: ({ id }) => ({ category_id: id, key_id: 1 }) },
  'erp /v1/property/bind': { of: () => category, ask: ({ id }) => ({ category_id: id, items: [] }) },
  'erp /v1/property/bindOption': {
    of: () => categoryProperty,
    ask: ({ id }) => ({ category_property_id: id, value_ids: [] }),
  },
  'erp /v1/promotion/simulate': { of: () => promotion, ask: ({ id }) => ({ id, days: 7 }) },
  'erp /v1/promotion/explain': { of: () => sku, ask: ({ id }) => ({ lines: [{ sku_id: id, qty: 1 }] }) },
  'erp /v1/promotion/giftStockReserve': {
    of: () => warehouse,
    ask: ({ id }) => ({ gift_id: someGift, warehouse_id: id, qty: 1 }),
    // Of goods of its own: a piece is one gift only.
    prepare: async (db) => {
      const [piece] = await pieces(db);
      await insert(db, 'gift', { id: someGift, gift_no: 'LP999001', name: '赠品', sku_id: piece?.id, value_amount: 1 });
    },
  },
  'erp /v1/coupon/sendTargets': memberless,
  'erp /v1/coupon/figures': { none: 'coupons are the company’s: no data scope limits them' },
  'erp /v1/user/status': memberless,
  'erp /v1/user/setLabels': memberless,
  'erp /v1/order/push': { testedIn: 'server/areas/orders/intake/receipts.pg.test.ts' },
  'erp /v1/order/pushRetry': { testedIn: 'server/areas/orders/intake/refusals.pg.test.ts' },
  'erp /v1/order/pushIgnore': { testedIn: 'server/areas/orders/intake/refusals.pg.test.ts' },
  'erp /v1/order/openOuts': { testedIn: 'server/areas/orders/picking/picking.pg.test.ts' },
  'erp /v1/order/outSheet': { testedIn: 'server/areas/orders/picking/picking.pg.test.ts' },
  'erp /v1/order/outEntries': { testedIn: 'server/areas/orders/picking/picking.pg.test.ts' },
  'erp /v1/order/outReportEntries': { testedIn: 'server/areas/orders/picking/picking.pg.test.ts' },
  'erp /v1/order/outOpenEntries': { testedIn: 'server/areas/orders/picking/picking.pg.test.ts' },
  'erp /v1/order/outDecideEntries': { testedIn: 'server/areas/orders/picking/picking.pg.test.ts' },
  'erp /v1/order/pay': { testedIn: 'server/areas/orders/intake/receipts.pg.test.ts' },
  'erp /v1/orderLabel/bind': { testedIn: 'server/areas/orders/orders.pg.test.ts' },
  'erp /v1/user/mobile': memberless,
  'erp /v1/user/erase': memberless,
  'erp /v1/userBusiness/pointAdjust': memberless,
  'erp /v1/userBusiness/growthAdjust': memberless,
  'erp /v1/userLabel/refresh': memberless,
  'erp /v1/goods/tags': groups,
  'erp /v1/spu/delSpu': { of: () => spu, ask: ({ id }) => ({ ids: [id] }) },
  'erp /v1/spu/initSpu': { testedIn: 'server/areas/goods/init-spu.pg.test.ts' },
  'erp /v1/spuTag/bind': groups,
  'erp /v1/spuTag/unbind': groups,
  'erp /v1/goodsLabel/bind': groups,
  'erp /v1/goodsLabel/unbind': groups,
  'erp /v1/common/enums': { none: 'words of the definitions, no records' },
  'erp /v1/order/ruleOptions': { none: 'words of a form, no records' },
  'erp /v1/spu/addSpuView': { of: () => spu, ask: ({ id }) => ({ id }) },
  'erp /v1/goods/addView': { of: () => spu, ask: ({ id }) => ({ spu_id: id }) },
  'erp /v1/spu/size': { of: () => spu, ask: ({ id }) => ({ spu_id: id }) },
  'erp /v1/goods/shopChannelSearch': { testedIn: 'server/areas/shop-goods/channel-search.pg.test.ts' },
  'erp /v1/spu/importSpu': imports,
  'erp /v1/goods/styleGrid': { of: () => sku, ask: ({ id }) => ({ sku_ids: [id] }) },
  'erp /v1/allotRule/decisionGenerate': { of: () => allotRule, ask: ({ id }) => ({ rule_ids: [id] }) },
  'erp /v1/allotRule/simulate': { of: () => allotRule, ask: ({ id }) => ({ id, version: 1 }) },
  'erp /v1/allot/batchAddView': replenishments,
  'erp /v1/allot/batchReceivers': replenishments,
  'erp /v1/allot/batchImport': replenishments,
  'erp /v1/OrderService/addView': { testedIn: 'server/areas/after-sales/after-sales.pg.test.ts' },
  'erp /v1/order/invoiceAddView': { testedIn: 'server/areas/after-sales/after-sales.pg.test.ts' },
  'erp /v1/CashierBill/reconImport': { none: 'channels are the company’s, not a shop’s' },
  'erp /v1/CashierBill/reconDeal': { none: 'channels are the company’s, not a shop’s' },
  'erp /v1/ShopBill/generate': {
    of: () => shop,
    ask: ({ id }) => ({ shop_ids: [id], period_type: 2, period: '2026-01' }),
  },
  'erp /v1/checkBill/waitCount': { testedIn: 'server/areas/settlement/settlement-scope.pg.test.ts' },
  'erp /v1/checkBill/addView': { testedIn: 'server/areas/settlement/settlement-scope.pg.test.ts' },
  'erp /v1/checkBill/choose': { of: () => checkBill, ask: ({ id, version }) => ({ id, version, all: {} }) },
  'erp /v1/checkBill/remove': { of: () => checkBill, ask: ({ id, version }) => ({ id, version, disputed: true }) },
  'erp /v1/checkBill/adjust': {
    of: () => checkBill,
    ask: ({ id, version }) => ({ id, version, line_id: 1, adjust_amount: 0 }),
  },
  'erp /v1/checkBill/disputeLines': {
    of: () => checkBill,
    ask: ({ id, version }) => ({ id, version, line_ids: [1] }),
  },
  'erp /v1/checkBill/print': { of: () => checkBill, ask: ({ id }) => ({ id }) },
  'erp /v1/checkBill/printLines': { of: () => checkBill, ask: ({ id }) => ({ id }) },
  'erp /v1/checkBill/linkAdd': { testedIn: 'server/areas/settlement/bill/bill-link-scope.pg.test.ts' },
  'erp /v1/checkBill/linkAnswer': { testedIn: 'server/areas/settlement/bill/bill-link-scope.pg.test.ts' },
  'erp /v1/checkBill/linkEnd': { testedIn: 'server/areas/settlement/bill/bill-link-scope.pg.test.ts' },
  'erp /v1/checkBill/linkList': { testedIn: 'server/areas/settlement/bill/bill-link-scope.pg.test.ts' },
  'erp /v1/checkBill/linkOpen': { testedIn: 'server/areas/settlement/bill/bill-link-scope.pg.test.ts' },
  'erp /v1/checkBill/linkShow': { testedIn: 'server/areas/settlement/bill/bill-link-scope.pg.test.ts' },
  'erp /v1/contract/standing': { of: () => supplier, ask: ({ id }) => ({ supplier_id: id }) },
  'erp /v1/backOrder/rates': { of: () => backOrder, ask: ({ id }) => ({ id }) },
  'erp /v1/statement/lossDispose': { testedIn: 'server/areas/finance/dispose-losses.pg.test.ts' },
  'erp /v1/statement/balances': { of: () => supplier, ask: ({ id }) => ({ supplier_id: id }) },
  'erp /v1/statement/addView': { of: () => supplier, ask: ({ id }) => ({ supplier_id: id }) },
  'erp /v1/statement/print': { of: () => statement, ask: ({ id }) => ({ id }) },
  'erp /v1/statement/payOffPrint': { of: () => statement, ask: ({ id }) => ({ id }) },
  'erp /v1/payment/addView': { of: () => supplier, ask: ({ id }) => ({ supplier_id: id }) },
  'erp /v1/payment/bankFile': { of: () => payment, ask: ({ id }) => ({ ids: [id] }) },
  'erp /v1/payment/print': { of: () => payment, ask: ({ id }) => ({ id }) },
  'erp /v1/purchaseOrder/addView': { of: () => contract, ask: ({ id }) => ({ contract_id: id, sku_ids: [] }) },
  'erp /v1/purchaseOrder/import': purchases,
  'erp /v1/purchaseOrder/progress': { of: () => purchaseOrder, ask: ({ id }) => ({ id }) },
  'erp /v1/purchaseOrder/export': purchases,
  'erp /v1/arrivalOrder/calendar': {
    of: () => warehouse,
    ask: ({ id }) => ({ warehouse_id: id, date_from: '2026-03-02', date_to: '2026-03-03' }),
  },
  'erp /v1/arrivalOrder/board': { of: () => warehouse, ask: ({ id }) => ({ warehouse_id: id, date: '2026-03-02' }) },
  'erp /v1/arrivalOrder/addOld': purchases,
  'erp /v1/arrivalOrder/importOld': purchases,
  'erp /v1/arrivalOrder/print': { of: () => arrivalOrder, ask: ({ id }) => ({ id }) },
  'erp /v1/stock/codeBind': codes,
  'erp /v1/UniqueCode/rebind': codes,
  'erp /v1/stock/codeVoid': codes,
  'erp /v1/stock/codeMove': codes,
  'erp /v1/stock/codeLost': codes,
  'erp /v1/stock/uploadCodeFile': codes,
  'erp /v1/stock/poolTrack': codes,
  'erp /v1/data/areas': { none: 'the areas of the country, not records' },
  'erp /v1/purchaser/batchEdit': { testedIn: 'server/areas/partners/hand-over.pg.test.ts' },
  'erp /v1/price/addView': prices,
  'erp /v1/price/simulate': prices,
  'erp /v1/price/import': prices,
  'erp /v1/price/export': prices,
  'erp /v1/price/exportRecords': prices,
  'erp /v1/contract/openOrders': { of: () => contract, ask: ({ id }) => ({ id }) },
  'erp /v1/contract/brandCover': { of: () => contract, ask: ({ id }) => ({ id }) },
  'erp /v1/contract/scanSave': {
    of: () => contract,
    ask: ({ id }) => ({ contract_id: id, files: [{ id: '0'.repeat(32), kind: 'scan' }] }),
  },
  'erp /v1/contract/importErrors': { testedIn: 'server/import/contracts/contracts-task.pg.test.ts' },
  'erp /v1/PurchasePrice/addView': purchasePrices,
  'erp /v1/PurchasePrice/fileContent': purchasePrices,
  'erp /v1/PurchasePrice/explain': purchasePrices,
  'erp /v1/PurchasePrice/saleRate': purchasePrices,
  'erp /v1/PurchasePrice/logs': purchasePrices,
  'erp /v1/PurchasePrice/export': purchasePrices,
  'erp /v1/InWareBatch/print': { of: () => inWareBatch, ask: ({ id }) => ({ id, kind: 1 }) },
  'erp /v1/InWareBatch/countable': { of: () => inWareBatch, lists: {}, prepare: toCount },
  'erp /v1/InWareBatch/countSheet': { ...ofBatch(device), prepare: toCount },
  'erp /v1/InWareBatch/reportCount': ofBatch({ ...device, rev: 1, unsent: 0 }),
  'erp /v1/InWareBatch/countEntries': ofBatch({
    ...device,
    entries: [
      {
        op_id: '5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e11',
        seq: 1,
        kind: 'add',
        barcode: 'X',
        imperfect_type: 0,
        qty: 1,
        production_date: null,
        expire_at: null,
        counted_at: '2026-03-02T02:00:00.000Z',
      },
    ],
  }),
  'erp /v1/stock/imperfectPlaces': { of: () => warehouse, lists: {} },
  'erp /v1/stock/imperfectReport': {
    of: () => warehouse,
    ask: ({ id }) => ({
      ...device,
      warehouse_id: id,
      entries: [
        {
          op_id: '5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e12',
          barcode: 'X',
          source_type: 2,
          imperfect_type: 1,
          qty: 1,
          reason: '污渍',
          file_id: null,
          found_at: '2026-03-02T02:00:00.000Z',
        },
      ],
    }),
  },
  'erp /v1/InWareBatch/openEntries': ofBatch(),
  // Refused for want of such an entry, once the batch is there.
  'erp /v1/InWareBatch/decideEntries': ofBatch({
    op_ids: ['5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e12'],
    reason: '不是货品',
  }),
  'erp /v1/backOrder/print': { of: () => backOrder, ask: ({ id }) => ({ id }) },
  'erp /v1/InWareDetail/detail': { of: () => inWareDetail, ask: ({ id }) => ({ id }) },
  'erp /v1/InWareDetail/export': { of: () => inWareDetail, lists: { export: 1 } },
  'erp /v1/supplier/batchEdit': bulk,
  'erp /v1/supplier/batchEditView': bulk,
  'erp /v1/supplierAccount/batchEdit': accounts,
  'erp /v1/supplierAccount/batchEditView': accounts,
  'erp /v1/tools/draftPublish': bulk,
  'erp /v1/tools/draftPublishView': bulk,
  'erp /v1/tools/batchEdit': goodsBulk,
  'erp /v1/tools/batchEditView': goodsBulk,
  'erp /v1/tools/batchLines': bulk,
  'erp /v1/tools/pictureImport': pictures,
  'erp /v1/tools/pictureImportView': pictures,
  'erp /v1/tools/propertyImport': pictures,
  'erp /v1/tools/propertyImportView': pictures,
  'erp /v1/tools/fileCheck': pictures,
  'erp /v1/spu/pictureMain': pictures,
  'erp /v1/goods/images': pictures,
  'erp /v1/tools/download': bulk,
  'erp /v1/OutWareDetail/export': { of: () => outWareDetail, lists: { export: 1 } },
  'erp /v1/allot/import': {
    none: 'goods are told by their codes; how many of them a warehouse has free is told to whoever may ask it for some',
  },
  'erp /v1/allot/available': { none: 'how many pieces a warehouse has free is told to whoever may ask it for some' },
  'erp /v1/allot/codes': { of: () => allot, ask: ({ id }) => ({ id }) },
  'erp /v1/allot/print': { of: () => allot, ask: ({ id }) => ({ id }) },
  'erp /v1/allotOut/openAllots': { of: () => allot, lists: {}, prepare: toPick },
  'erp /v1/allotOut/sheet': { ...ofAllot(device), prepare: toPick },
  'erp /v1/allotOut/entries': ofAllot({ ...device, entries: [allotPiece('5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e21')] }),
  'erp /v1/allotOut/reportEntries': ofAllot({ ...device, rev: 1, unsent: 0 }),
  'erp /v1/allotOut/openEntries': ofAllot(),
  'erp /v1/allotOut/decideEntries': ofAllot({ op_ids: ['5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e22'], reason: '不是货品' }),
  'erp /v1/allot/openAllots': { of: () => allot, lists: {}, prepare: onItsWay },
  'erp /v1/allot/sheet': { ...ofAllot(device), prepare: onItsWay },
  'erp /v1/allot/entries': ofAllot({ ...device, entries: [allotPiece('5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e23')] }),
  'erp /v1/allot/reportEntries': ofAllot({ ...device, rev: 1, unsent: 0 }),
  'erp /v1/allot/openEntries': ofAllot(),
  'erp /v1/allot/decideEntries': ofAllot({ op_ids: ['5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e24'], reason: '不是货品' }),
  'erp /v1/allotOut/print': { of: () => allotOut, ask: ({ id }) => ({ id, kind: 1 }) },
  'erp /v1/warehouse/zones': { of: () => warehouse, ask: ({ id }) => ({ warehouse_id: id }) },
  'erp /v1/stocktaking/import': {
    ...ofSheet({ rows: [{ code: 'S1', qty: '1', zone: '', grade: '' }] }),
    prepare: counting,
  },
  'erp /v1/stocktaking/countable': {
    of: () => stocktaking,
    lists: {},
    prepare: counting,
  },
  'erp /v1/stocktaking/progress': ofSheet(),
  'erp /v1/stocktaking/download': ofSheet({ ...device, device_name: '平板', zones: ['ALL'] }),
  'erp /v1/stocktaking/report': ofSheet({ ...device, rev: 1, zones: [] }),
  'erp /v1/stocktaking/count': ofSheet({
    ...device,
    entries: [
      {
        op_id: '5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e10',
        seq: 1,
        kind: 'add',
        zone: 'ALL',
        round: 1,
        barcode: 'X',
        imperfect_type: 0,
        qty: 1,
        counted_at: '2026-03-02T02:00:00.000Z',
      },
    ],
  }),
  'erp /v1/stocktaking/closeZone': { of: () => stocktaking, ask: ({ id }) => ({ id, zone_id: id }), prepare: counting },
  'erp /v1/stocktaking/closeZones': {
    of: () => stocktaking,
    ask: ({ id }) => ({ id, zone_ids: [id] }),
    prepare: counting,
  },
  'erp /v1/stocktaking/counters': { of: () => warehouse, ask: ({ id }) => ({ warehouse_id: id }) },
  'erp /v1/stocktaking/codes': ofSheet(),
  'erp /v1/stocktaking/startPreview': ofSheet(),
  'erp /v1/stocktaking/paper': ofSheet(),
  // Refused for want of a reason, once the sheet is there.
  'erp /v1/stocktaking/decideException': { ...ofSheet({ count_ids: [1] }), prepare: counting },
  'erp /v1/stocktaking/reviewLines': ofSheet({ lines: [{ id: 1, diff_qty: 0, recount: true }] }),
  'erp /v1/stocktaking/settleShortfall': ofSheet(),
  'erp /v1/stocktaking/print': ofSheet({ kind: 1 }),
  'task /v1/task/listView': ownTasks,
  'task /v1/task/getList': ownTasks,
  'task /v1/task/taskType': { none: 'the kinds of task' },
  'task /v1/task/getDetail': { testedIn: 'server/tasks/calls.pg.test.ts' },
  'task /v1/task/taskView': { testedIn: 'server/tasks/calls.pg.test.ts' },
  'task /v1/task/addTask': { testedIn: 'server/tasks/calls.pg.test.ts' },
  'task /v1/task/addListTask': { testedIn: 'server/tasks/lists/lists.pg.test.ts' },
  'task /v1/task/getTaskPercent': ownTasks,
  'task /v1/task/cancelTask': ownTasks,
  'task /v1/task/retry': ownTasks,
  'task /v1/task/downloadTicket': ownTasks,
  'task /v1/task/importGoodsStart': imports,
  'task /v1/task/importGoodsCheck': imports,
  'task /v1/task/importGoodsApply': imports,
  'task /v1/task/importGoodsResult': imports,
  'task /v1/task/importOpeningStockStart': imports,
  'task /v1/task/importOpeningStockCheck': imports,
  'task /v1/task/importOpeningStockApply': imports,
  'task /v1/task/importOpeningStockResult': imports,
  'task /v1/task/importOrdersStart': imports,
  'task /v1/task/importOrdersCheck': imports,
  'task /v1/task/importOrdersApply': imports,
  'task /v1/task/importOrdersResult': imports,
  'task /v1/task/importContractsStart': imports,
  'task /v1/task/importContractsCheck': imports,
  'task /v1/task/importContractsApply': imports,
  'task /v1/task/importContractsResult': imports,
  'erp /v1/Excel/getTplInfo': { none: 'templates, not records' },
  'acl /v1/index/menu': { none: 'screens, not records' },
  'acl /v1/index/permissions': { none: 'the caller’s own keys' },
  'acl /v1/index/newForms': { none: 'screens, not records' },
  'acl /v1/index/wayIn': { none: 'screens, and the names of roles, which are the company’s' },
  'acl /v1/index/searchConfig': { none: 'settings of the doors' },
  'acl /v1/index/pushTicket': { none: 'the caller’s own connection' },
  'acl /v1/me/preferences': own,
  'acl /v1/me/savePreferences': own,
  'acl /v1/me/secondFactor': own,
  'acl /v1/me/sessions': own,
  'acl /v1/me/signIns': own,
  'erp /v1/view/own': views,
  'erp /v1/view/save': views,
  'erp /v1/view/rename': views,
  'erp /v1/view/remove': views,
  'erp /v1/view/setDefault': views,
  'erp /v1/view/saveColumns': own,
  'erp /v1/view/share': views,
  'erp /v1/view/roles': roles,
  'acl /v1/Index/secondFactorReset': {
    of: () => staff,
    ask: ({ id }) => ({ id, remark: '手机丢失' }),
    prepare: secondFactor,
  },
  'acl /v1/Index/secondFactorState': {
    of: () => staff,
    lists: {},
    prepare: secondFactor,
  },
  'acl /v1/Index/sessionEnd': { of: () => staff, ask: ({ id }) => ({ admin_id: id }), prepare: signedInSession },
  'acl /v1/Index/appTokenAdd': { testedIn: 'server/areas/ops/app-tokens.pg.test.ts' },
  'acl /v1/Index/sessionList': { of: () => staff, lists: {}, prepare: signedInSession },
  'acl /v1/admin/rights': { of: () => staff, ask: ({ id }) => ({ ids: [id] }) },
  'acl /v1/admin/add': { testedIn: 'server/areas/access/grants/grants.pg.test.ts' },
  'acl /v1/admin/appTypes': { none: 'the kinds of application' },
  'acl /v1/admin/edit': { of: () => staff, ask: ({ id }) => ({ id, version: 1, nickname: '别人' }) },
  'acl /v1/admin/idtoname': { none: 'names of colleagues beside what they did; nothing else of them' },
  'acl /v1/admin/info': { of: () => staff, ask: ({ id }) => ({ id }) },
  'acl /v1/admin/options': { of: () => staff, ask: ({ id }) => ({ ids: [id] }) },
  'acl /v1/admin/organizeAdmins': {
    of: () => organize,
    ask: ({ id }) => ({ organize_id: id, with_children: 1 }),
    prepare: member,
  },
  'acl /v1/admin/ranks': ranks,
  'acl /v1/admin/roles': {
    of: () => staff,
    ask: ({ id }) => ({ admin_id: id }),
    prepare: async (db, id) =>
      await sql`insert into admin_role (admin_id, role_id) select ${id}, id from role limit 1`.execute(db),
  },
  'acl /v1/admin/status': { of: () => staff, ask: ({ id }) => ({ id, status: 0 }) },
  'acl /v1/admin/grantIndex': { testedIn: 'server/areas/access/grants/grants.pg.test.ts' },
  'acl /v1/admin/grantAudit': { testedIn: 'server/areas/access/grants/grants.pg.test.ts' },
  'acl /v1/admin/grantWithdraw': { none: 'the caller’s own request' },
  'acl /v1/dataPermission/optionsByApp': { of: () => organize, lists: {} },
  'acl /v1/organize/addData': { of: () => organize, ask: ({ id }) => ({ organize_id: id, items: [] }) },
  'acl /v1/organize/admins': { of: () => organize, ask: ({ id }) => ({ organize_id: id }), prepare: member },
  'acl /v1/organize/dataList': { of: () => organize, ask: ({ id }) => ({ organize_id: id }) },
  'acl /v1/organize/grantAudit': { testedIn: 'server/areas/access/grants/grants.pg.test.ts' },
  'acl /v1/organize/info': { of: () => organize, ask: ({ id }) => ({ id }) },
  'acl /v1/organize/parentIds': { of: () => organize, ask: ({ id }) => ({ id }) },
  'acl /v1/organize/tree': { of: () => organize, lists: {} },
  'acl /v1/permission/optionsByApp': { none: 'permissions, not records' },
  'acl /v1/role/effect': { testedIn: 'server/areas/access/role-effect.pg.test.ts' },
  'acl /v1/role/getDataRoles': roles,
  'acl /v1/role/grantAudit': roles,
  'acl /v1/role/info': roles,
  'acl /v1/role/optionsByApp': roles,
  'acl /v1/role/permissions': roles,
  'erp /v1/Index/auditExport': {
    of: () => brand,
    lists: { export: 1, doc_type: 'brand' },
  },
  'erp /v1/Index/apiDocument': { none: 'calls, not records' },
  'erp /v1/Index/auditKinds': { none: 'kinds of documents' },
  'erp /v1/Index/auditList': { of: () => brand, lists: { page_size: 500 } },
  'erp /v1/common/operLog': { of: () => brand, lists: { page_size: 500 } },
  'erp /v1/common/operLogExport': { testedIn: 'server/areas/goods/groups.pg.test.ts' },
  'erp /v1/common/operLogKinds': { none: 'kinds of documents' },
  'erp /v1/Index/checkRun': installation,
  'erp /v1/Index/checkState': installation,
  'erp /v1/Index/configHistory': installation,
  'erp /v1/Index/configList': installation,
  'erp /v1/Index/getConfig': installation,
  'erp /v1/Index/health': installation,
  'erp /v1/Index/setConfig': installation,
  'erp /v1/common/dashboard': { testedIn: 'server/areas/shell/dashboard.pg.test.ts' },
  'erp /v1/common/find': { testedIn: 'server/areas/shell/search.pg.test.ts' },
  'erp /v1/common/keepList': { none: 'codes that somebody typed, not records' },
  'erp /v1/common/keptList': { none: 'codes that somebody typed, not records' },
  'erp /v1/common/notifyOwn': own,
  'erp /v1/common/notifyRevoke': notices,
  'erp /v1/common/notifySave': notices,
  'erp /v1/common/notifySend': notices,
  'erp /v1/common/printRecord': {
    of: () => stocktaking,
    ask: ({ id }) => ({ doc_type: stocktaking.name, doc_id: id }),
  },
  'erp /v1/statement/abnormalIgnore': books,
  'erp /v1/statement/abnormalRetry': books,
  'erp /v1/statement/ruleEvents': { testedIn: 'server/areas/finance/rule-change.pg.test.ts' },
  'erp /v1/statement/ruleTrial': { testedIn: 'server/areas/finance/rule-change.pg.test.ts' },
  'erp /v1/stock/exportExpireSku': { testedIn: 'server/areas/shell/expiring.pg.test.ts' },
  'erp /v1/stock/getExpireSku': { testedIn: 'server/areas/shell/expiring.pg.test.ts' },
  'erp /v1/common/auditLog': { testedIn: 'server/areas/shell/record-history-scope.pg.test.ts' },
  'task /v1/task/getCommData': { testedIn: 'server/areas/shell/common-data.pg.test.ts' },
};

/** A sheet that is being counted, with a zone of its own. */
async function counting(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`update stocktaking set status = 1, round = 1 where id = ${id}`.execute(db);
  await sql`insert into stocktaking_zone (id, stocktaking_id, round, code, name) values (${id}, ${id}, 1, 'A1', '甲区') on conflict do nothing`.execute(
    db,
  );
}

async function toCount(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`update in_ware_batch set status = 1, posted = false where id = ${id}`.execute(db);
}

async function toPick(db: Kysely<unknown>, id: number): Promise<void> {
  await allotAt(db, id, 2);
}

async function onItsWay(db: Kysely<unknown>, id: number): Promise<void> {
  await allotAt(db, id, 3);
}

/** An allot with its sender's part, in a state that a tablet works in. */
async function allotAt(db: Kysely<unknown>, id: number, status: number): Promise<void> {
  await sql`update allot set status = ${status} where id = ${id}`.execute(db);
  await sql`
    insert into allot_out (out_no, allot_id, out_warehouse_id, in_warehouse_id, status)
    select 'DC-' || id, id, out_warehouse_id, in_warehouse_id, 1 from allot where id = ${id} on conflict do nothing`.execute(
    db,
  );
}

async function secondFactor(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`insert into second_factor (admin_id, secret, since) values (${id}, 'x'::bytea, now()) on conflict do nothing`.execute(
    db,
  );
}

async function signedInSession(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`
    insert into session (token_hash, admin_id, expires_at, idle_seconds)
    values (decode(md5(random()::text), 'hex'), ${id}, now() + interval '1 hour', 3600)`.execute(db);
}

/** Somebody who belongs to an organisation. */
async function member(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`insert into admin (username, nickname, main_organize_id) values (${`n${id}`}, '新人', ${id}) on conflict do nothing`.execute(
    db,
  );
}
