import type { Kit } from '#server/kit/serve-entity.ts';
import { serveInvoiceApply } from './invoice/invoice-apply.ts';
import { serveOrderRefund } from './refund/order-refund.ts';
import { serveOrderService } from './service/order-service.ts';

/** After-sales of orders, the money that goes back for them, and invoices (domain.md §4.22). */
export function serveAfterSales(kit: Kit): void {
  serveOrderService(kit);
  serveOrderRefund(kit);
  serveInvoiceApply(kit);
}
