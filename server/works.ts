import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { bookHiding } from './areas/warehouse/stocktaking/hide-book.ts';
import { importWork } from './import/tasks/import-work.ts';
import type { Hiding } from './kit/registry.ts';
import { exportWork } from './tasks/exporter/export-work.ts';
import { exportSources } from './tasks/exports/index.ts';
import { listWork } from './tasks/lists/list-work.ts';
import type { TaskWork } from './tasks/work.ts';

/** What is hidden in some rows of lists; a law test holds it against what the server serves. */
export const hiddenInLists: Readonly<Record<string, Hiding>> = { [stocktaking.name]: bookHiding };

/** Everything that can be run as a task. Work that is not named here is in no queue's reach. */
export const works: readonly TaskWork[] = [exportWork(exportSources), listWork(hiddenInLists), importWork];
