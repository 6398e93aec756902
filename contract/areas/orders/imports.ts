import { type ImportKind, importKind } from '../tasks/imports.ts';
import { at, code, customer, invoice, name, price, quantity } from '../tasks/known-columns.ts';
import { importType } from '../tasks/task.ts';

/** The lines of orders. History is the installation's, and its key a new one (decision 0022). */
export const ordersImport = importKind(importType.orders, 'Orders', {
  access: 'order:import',
  form: { template: 'order_history', columns: [invoice, at, code, name, quantity, price, customer] },
  options: ['warehouse_id', 'shop_id', 'zone', 'rate', 'fold_case', 'strict', 'post_stock'],
});

/** The imports of this area. */
export const imports: readonly ImportKind[] = [ordersImport];
