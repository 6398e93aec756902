import { importType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { runContractsTask } from '#server/import/contracts/run-contracts-task.ts';
import { seedContracts } from '#server/seed/contracts.ts';
import { seedPurchasePrices } from '#server/seed/purchase-prices.ts';
import { keepValidity } from './auth-validity.ts';
import { remindOfEnds } from './reminders.ts';
import { serveContracts } from './serve-contracts.ts';

const minute = 60_000;

/** What was agreed with suppliers. */
export const contracts: ServerArea = {
  name: 'contracts',
  serve: serveContracts,
  imports: { [importType.contracts]: runContractsTask },
  seed: [
    { name: 'contracts', after: ['purchasers and suppliers', 'goods'], run: seedContracts },
    { name: 'purchase prices', after: ['contracts', 'sale prices'], run: seedPurchasePrices },
  ],
  timersOf: ({ registry }) => [
    {
      name: '合同与授权到期提醒',
      everyMs: minute,
      async run(house) {
        await keepValidity(house.db, house.clock.now());
        await remindOfEnds({ registry }, house);
      },
    },
  ],
};
