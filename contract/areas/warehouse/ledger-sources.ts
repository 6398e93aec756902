/**
 * The documents that move or hold stock, by the name under which the ledger keeps them. Written here and not read from their definitions,
 * which would come to every device that shows the ledger; a test holds the two together.
 */
export const ledgerSources: Readonly<Record<string, string>> = {
  inWareBatch: '入库批次',
  stockAdjustment: '库存调整单',
  stocktaking: '盘点单',
  backOrder: '退返单',
  allot: '调拨单',
  imperfectRecord: '残次单',
  manualLock: '手工锁定单',
  giftReserve: '赠品预留',
  order: '订单',
  orderService: '售后单',
};
