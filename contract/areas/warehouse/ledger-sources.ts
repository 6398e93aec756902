import { order } from '../orders/order.ts';
import { orderService } from '../orders/order-service.ts';
import { backOrder } from '../purchasing/back-order.ts';
import { imperfectRecord } from '../purchasing/imperfect-record.ts';
import { inWareBatch } from '../purchasing/in-ware-batch.ts';
import { manualLock } from './manual-lock.ts';
import { stockAdjustment } from './stock-adjustment.ts';
import { stocktaking } from './stocktaking.ts';

/** The documents that move or hold stock, by the name under which the ledger keeps them. */
export const ledgerSources = Object.fromEntries(
  [inWareBatch, stockAdjustment, stocktaking, backOrder, imperfectRecord, manualLock, order, orderService].map(
    ({ name, label }) => [name, label],
  ),
);
