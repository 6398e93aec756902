import type { ServerArea } from '#server/area.ts';
import { seedCompany } from '#server/seed/company.ts';
import { seedSuppliers } from '#server/seed/suppliers.ts';
import { servePurchaser } from './purchaser.ts';
import { serveShop } from './shop.ts';
import { serveSupplier } from './supplier.ts';
import { serveWarehouse } from './warehouse.ts';

/** Whom and where the company works with. */
export const partners: ServerArea = {
  name: 'partners',
  serve(kit) {
    serveWarehouse(kit);
    serveShop(kit);
    servePurchaser(kit);
    serveSupplier(kit);
  },
  seed: [
    { name: 'warehouses and shops', after: ['organisation and people'], run: seedCompany },
    { name: 'purchasers and suppliers', after: ['organisation and people'], run: seedSuppliers },
  ],
};
