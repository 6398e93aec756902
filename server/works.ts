import { importWork } from './import/tasks/import-work.ts';
import { exportWork } from './tasks/exporter/export-work.ts';
import { exportSources } from './tasks/exports/index.ts';
import type { TaskWork } from './tasks/work.ts';

/** Everything that can be run as a task. Work that is not named here is in no queue's reach. */
export const works: readonly TaskWork[] = [exportWork(exportSources), importWork];
