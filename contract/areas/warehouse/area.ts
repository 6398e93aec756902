import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { fleetCalls } from '../fleet/fleet-calls.ts';
import { inWareBatch } from '../purchasing/in-ware-batch.ts';
import { exports } from './exports.ts';
import { heldStock } from './held-stock.ts';
import { imports } from './imports.ts';
import { inventoryStream } from './inventory-stream.ts';
import { lineSheets } from './line-sheets.ts';
import { manualLock } from './manual-lock.ts';
import { negativeInventory } from './negative-inventory.ts';
import { outWareCalls, outWareDetail } from './out-ware-detail.ts';
import { places } from './places.ts';
import { shelfBatch, transitBatch } from './shelf-batch.ts';
import { stock } from './stock.ts';
import { stockAdjustment } from './stock-adjustment.ts';
import { stockAdjustmentPrinting } from './stock-adjustment-printing.ts';
import { stockBatch } from './stock-batch.ts';
import { stockRule } from './stock-rule.ts';
import { stocktaking } from './stocktaking.ts';
import { countKey } from './stocktaking-calls.ts';
import { stocktakingPrinting } from './stocktaking-printing.ts';

/** Stock, its movements, and the documents that move or correct it. */
export const warehouse: Area = {
  name: 'warehouse',
  label: '仓储管理',
  definitions: [
    stock,
    inventoryStream,
    stockAdjustment,
    stocktaking,
    stockBatch,
    shelfBatch,
    transitBatch,
    heldStock,
    manualLock,
    outWareDetail,
    stockRule,
    negativeInventory,
  ],
  // A batch on the shelf names the line of the inbound batch that it came with.
  behind: { stockBatch: [inWareBatch] },
  prints: [stocktakingPrinting, stockAdjustmentPrinting],
  places,
  menu: {
    groups: [{ url: '/storage', name: '仓储管理', order: 7, style: 'storage' }],
    screens: [
      {
        group: '/storage',
        order: 1,
        route: '/storage/stockList',
        name: '库存列表',
        opens: listOf(stock),
        // From a stock an allot is begun.
        keys: [...keysOf(stock, shelfBatch, transitBatch, heldStock, manualLock), 'allot:add'],
      },
      {
        group: '/storage',
        order: 2,
        route: '/storage/stockListwater',
        name: '库存流水',
        opens: listOf(inventoryStream),
        keys: keysOf(inventoryStream),
      },
      {
        group: '/storage',
        order: 7,
        route: '/storage/outwareList',
        name: '出库记录',
        opens: listOf(outWareDetail),
        keys: [...keysOf(outWareDetail), ...keysOfCalls(outWareCalls)],
      },
      {
        group: '/storage',
        order: 3,
        route: '/storage/stockListrule',
        name: '库存规则',
        opens: listOf(stockRule),
        keys: keysOf(stockRule),
      },
      // Counting and printing are calls of their own, beside those of the document.
      {
        group: '/storage',
        order: 13,
        route: '/storage/stocktakingList',
        name: '盘点单',
        opens: listOf(stocktaking),
        keys: [
          ...keysOf(stocktaking),
          countKey,
          stocktakingPrinting.access,
          fleetCalls.discarded.access,
          ...keysOf(stock),
        ],
      },
      {
        group: '/storage',
        order: 14,
        route: '/storage/stockAdjustmentList',
        name: '库存调整单',
        opens: listOf(stockAdjustment),
        keys: keysOf(stockAdjustment),
      },
      {
        group: '/storage',
        order: 15,
        route: '/storage/negativeInventory',
        name: '负库存',
        opens: listOf(negativeInventory),
        keys: [...keysOf(negativeInventory), ...listOf(inventoryStream)],
      },
    ],
  },
  newForms: [
    { order: 10, route: '/storage/addstockTak', name: stocktaking.label, access: stocktaking.calls.add?.[1] },
    {
      order: 20,
      route: '/storage/stockAdjustmentDet',
      name: stockAdjustment.label,
      access: stockAdjustment.calls.add?.[1],
    },
  ],
  exports,
  imports,
  lineSheets,
  roles: {
    goods: 'stock:view',
    goodsMgr: 'stock:costView',
    buyer: 'stock:view,costView,imperfectView,imperfectDeal,codeView,codeOrder,poolView',
    whs: [
      'OutWareDetail:*',
      'stock:view,ruleView,imperfectView,imperfectAdd,codeView,codeOrder,codeBind,codeReturn,poolView',
      'stocktaking:view,count,submit,print',
      'Inventory:streamView,adjustView,adjustAdd,adjustCancel,negativeView',
    ].join(';'),
    whsMgr: 'stock:*; stocktaking:add,edit,start,review,post,cancel; Inventory:*',
    fin: ['stock:view,costView', 'Inventory:streamView,inoutView,adjustView,negativeView'].join(';'),
    finMgr: 'stocktaking:view,audit,print; Inventory:adjustAudit',
    district: 'stock:view',
    shopMgr: [
      'stock:view,imperfectView,imperfectAdd,codeView,codeReturn,poolView',
      'stocktaking:view,add,edit,start,count,submit,print',
      'Inventory:streamView,adjustView,adjustAdd,adjustCancel,negativeView; OutWareDetail:view',
    ].join(';'),
    cashier: 'stocktaking:view,count',
  },
};
