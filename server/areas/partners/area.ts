import type { ServerArea } from '#server/area.ts';
import { seedBankAccounts } from '#server/seed/bank-accounts.ts';
import { seedCarriers } from '#server/seed/carriers.ts';
import { seedCompany } from '#server/seed/company.ts';
import { seedSuppliers } from '#server/seed/suppliers.ts';
import { serveBank } from './bank.ts';
import { followContracts } from './contract-terms.ts';
import { serveHandOver } from './hand-over.ts';
import { serveLogistics } from './logistics.ts';
import { serveNationalAreas } from './national-areas.ts';
import { serveOwnAccount } from './own-account.ts';
import { servePurchaser } from './purchaser.ts';
import { serveShop } from './shop.ts';
import { serveSubBranch } from './sub-branch.ts';
import { serveSupplier } from './supplier.ts';
import { serveSupplierAccount } from './supplier-account.ts';
import { serveWarehouse } from './warehouse.ts';

/** Whom and where the company works with. */
export const partners: ServerArea = {
  name: 'partners',
  serve(kit) {
    serveWarehouse(kit);
    serveShop(kit);
    servePurchaser(kit);
    serveHandOver(kit);
    serveSupplier(kit);
    serveSupplierAccount(kit);
    followContracts(kit);
    serveLogistics(kit);
    serveNationalAreas(kit);
    serveBank(kit);
    serveSubBranch(kit);
    serveOwnAccount(kit);
  },
  seed: [
    { name: 'warehouses and shops', after: ['organisation and people'], run: seedCompany },
    {
      name: 'purchasers and suppliers',
      after: ['organisation and people'],
      async run(step) {
        await seedSuppliers(step);
        await seedBankAccounts(step);
        await seedCarriers(step);
      },
    },
  ],
};
