import { cashierBillHistory } from '#contract/areas/cashier/cashier-bill-history.ts';
import { channelReconLine } from '#contract/areas/cashier/channel-recon-line.ts';
import { shopBillAccount, shopBillPeople, shopBillStore } from '#contract/areas/cashier/shop-bill-lines.ts';
import { shopBillPrinting } from '#contract/areas/cashier/shop-bill-printing.ts';
import { answerClosing } from '#server/kit/closing-check.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveCashierBill } from './bill/cashier-bill.ts';
import { takeReceipts } from './bill/take-receipts.ts';
import { closingChecks } from './closing-checks.ts';
import { serveChannelRecon } from './recon/channel-recon.ts';
import { serveShopBill } from './shop/shop-bill.ts';

/** What cashiers, channels and shops took (domain.md §3.10, §4.23). */
export function serveCashier(kit: Kit): void {
  takeReceipts(kit);
  serveCashierBill(kit);
  serveChannelRecon(kit);
  serveShopBill(kit);
  answerClosing(kit, closingChecks);
  for (const view of [cashierBillHistory, channelReconLine, shopBillStore, shopBillPeople, shopBillAccount])
    serveEntity(kit, view);
  servePrinting(kit, shopBillPrinting);
}
