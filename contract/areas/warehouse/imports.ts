import { type ImportKind, importKind } from '../tasks/imports.ts';
import { at, code, invoice, name, optional, price, quantity } from '../tasks/known-columns.ts';
import { importType } from '../tasks/task.ts';

/** A plain list of stock, or the lines of orders from which opening stock is worked out. */
export const openingStockImport = importKind(importType.openingStock, 'OpeningStock', {
  access: 'Inventory:adjustAdd',
  form: {
    template: 'opening_stock',
    columns: [
      code,
      { ...quantity, rule: '整数；清单中的不能为负' },
      optional(name),
      optional(invoice),
      optional(at),
      optional(price),
    ],
  },
  options: ['warehouse_id', 'month', 'skip_errors'],
});

/** The imports of this area. */
export const imports: readonly ImportKind[] = [openingStockImport];
