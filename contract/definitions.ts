import { staff } from './areas/access/admin.ts';
import { limitedRole } from './areas/access/data-limits.ts';
import { organize } from './areas/access/organize.ts';
import { rank } from './areas/access/rank.ts';
import { role } from './areas/access/role.ts';
import { contract } from './areas/contracts/contract.ts';
import { attributeKey, attributeValue } from './areas/goods/attribute.ts';
import { brand } from './areas/goods/brand.ts';
import { category } from './areas/goods/category.ts';
import { size, sizeType } from './areas/goods/size.ts';
import { sku } from './areas/goods/sku.ts';
import { spu } from './areas/goods/spu.ts';
import { unit } from './areas/goods/unit.ts';
import { user } from './areas/members/user.ts';
import { order } from './areas/orders/order.ts';
import { orderRefund } from './areas/orders/order-refund.ts';
import { orderService } from './areas/orders/order-service.ts';
import { purchaser } from './areas/partners/purchaser.ts';
import { shop } from './areas/partners/shop.ts';
import { supplier } from './areas/partners/supplier.ts';
import { warehouse } from './areas/partners/warehouse.ts';
import { priceRecord } from './areas/price/price-record.ts';
import { priceSheet } from './areas/price/price-sheet.ts';
import { salePrice } from './areas/price/sale-price.ts';
import { arrivalOrder } from './areas/purchasing/arrival-order.ts';
import { inWareBatch } from './areas/purchasing/in-ware-batch.ts';
import { purchaseOrder } from './areas/purchasing/purchase-order.ts';
import { notify, notifyRead } from './areas/shell/notice.ts';
import { inventoryStream } from './areas/warehouse/inventory-stream.ts';
import { stock } from './areas/warehouse/stock.ts';
import { stockAdjustment } from './areas/warehouse/stock-adjustment.ts';
import { stockBatch } from './areas/warehouse/stock-batch.ts';
import { stocktaking } from './areas/warehouse/stocktaking.ts';
import type { AnyDefinition } from './kit/definition.ts';

/** Every definition there is; what a definition refers to stands before it, so that tables can be made in this order. */
export const definitions: readonly AnyDefinition[] = [
  organize,
  rank,
  limitedRole,
  role,
  staff,
  brand,
  unit,
  category,
  attributeKey,
  attributeValue,
  sizeType,
  size,
  purchaser,
  supplier,
  spu,
  sku,
  warehouse,
  shop,
  priceSheet,
  salePrice,
  priceRecord,
  stock,
  inventoryStream,
  stockAdjustment,
  stocktaking,
  contract,
  purchaseOrder,
  arrivalOrder,
  inWareBatch,
  stockBatch,
  user,
  order,
  orderService,
  orderRefund,
  notify,
  notifyRead,
];
