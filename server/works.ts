import type { Kysely } from 'kysely';
import type { ExportType, ImportType } from '#contract/areas/tasks/task.ts';
import { serveEverything } from './application.ts';
import type { ImportRun } from './area.ts';
import { reconWork } from './areas/cashier/recon/recon-work.ts';
import { codeFileWork } from './areas/codes/file/code-file-work.ts';
import { sendWork } from './areas/coupons/send-work.ts';
import { booksWork } from './areas/reports/books-work.ts';
import { pushWork } from './areas/shop-goods/push/push-work.ts';
import { areas } from './areas.ts';
import { importWork } from './import/tasks/import-work.ts';
import { Numbers } from './kit/numbering.ts';
import type { Hiding } from './kit/registry.ts';
import type { Kit } from './kit/serve-entity.ts';
import { bulkWork } from './tasks/bulk/bulk-work.ts';
import { exportWork } from './tasks/exporter/export-work.ts';
import type { SourceOf } from './tasks/exports/source.ts';
import { listWork } from './tasks/lists/list-work.ts';
import type { TaskWork } from './tasks/work.ts';

/** The rows of each kind of export (domain.md §9.2); a law test holds them against the forms of the agreement. */
export const exportSources: Readonly<Record<ExportType, SourceOf>> = Object.assign(
  {},
  ...areas.map((area) => area.exports),
);

/** What runs each kind of import; held by the same law. */
export const importRuns: Readonly<Record<ImportType, ImportRun>> = Object.assign(
  {},
  ...areas.map((area) => area.imports),
);

/** What is hidden in some rows of lists; a law test holds it against what the server serves. */
export const hiddenInLists: Readonly<Record<string, Hiding>> = Object.assign({}, ...areas.map((area) => area.hidden));

/** Imports as tasks. */
export const imports: TaskWork = importWork(importRuns);

/** What is served on a database, for the calls that rows of a batch are made of. */
function kitOf(db: Kysely<unknown>): Kit {
  const kit = kits.get(db) ?? serveEverything(new Numbers(db));
  kits.set(db, kit);
  return kit;
}

const kits = new WeakMap<Kysely<unknown>, Kit>();

/** Changes of many records as tasks. */
export const bulk: TaskWork = bulkWork((db) => kitOf(db).registry);

/** Files of unique codes as tasks. */
export const codeFiles: TaskWork = codeFileWork(kitOf);

/** Pushes of goods to shops as tasks. */
export const pushes: TaskWork = pushWork(kitOf);

/** Balances and closed months as tasks. */
export const books: TaskWork = booksWork(kitOf);

/** Channels' bills as tasks. */
export const recons: TaskWork = reconWork(kitOf);
/** Coupons sent to members as tasks. */
export const sends: TaskWork = sendWork(kitOf);

/** Everything that can be run as a task. Work that is not named here is in no queue's reach. */
export const works: readonly TaskWork[] = [
  exportWork(exportSources),
  listWork(hiddenInLists),
  imports,
  bulk,
  codeFiles,
  pushes,
  books,
  recons,
  sends,
];
