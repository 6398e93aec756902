import './tests/boot/node20-polyfill.mjs';
import { defineConfig } from 'vitest/config';
import { ByEnvironment } from './tests/boot/by-environment.ts';

const everywhere = '{contract,server,src,sw,workers,tests}/**';
const pg = `${everywhere}/*.pg.test.ts`;
const laws = 'tests/laws/**/*.test.ts';
// Reading antd, React and jsdom takes longer than most files: a worker reads them once, and `fresh` has ours read for each file.
// Lateness is laid upon a worker's clock and store, for one file.
const isolate = Number(process.env['LATE_MS'] ?? 0) > 0;
// Long files about killed processes, calendars, sizes and files from outside take turns, some each day; all with DEEP=1, and whoever names a file gets it.
const byTurns = [
  ['backup/backup', 'import/tasks/refused-rows'],
  ['database/embedded', 'price/price-calendar', 'batch/batch-large', 'codes/code-files'],
  ['live/keep-server', 'ledger/crash', 'import/files-of-others'],
  ['live/stop', 'orders/imported-stock', 'contracts/purchase-calendar', 'import/run-import'],
  ['live/restart', 'import/run-styles', 'database/roles', 'orders/import-orders'],
  ['codes/pool-plan', 'codes/code-walk.property', 'live/task-worker', 'import/hold-imports'],
  ['live/bulk-worker', 'inbound/inbound-large', 'exporter/exporter'],
  ['import/tasks/imports', 'purchasing/arrival/booking-race', 'ops/api-document'],
];
const isNamed = process.argv.some((word) => word.includes('.pg.test'));
const turn = Number(process.env['SEED'] ?? 0) % byTurns.length;
const resting = process.env['DEEP'] || isNamed ? [] : byTurns.filter((_, place) => place !== turn).flat();
const browserGaps = [
  'tests/boot/fresh.ts',
  'tests/boot/late.ts',
  'tests/boot/browser-gaps.ts',
  'tests/boot/drained.ts',
];

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // A test that waits on nothing must fail, not pass.
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    teardownTimeout: 60_000,
    // An answer that comes for a page whose file has ended finds no window to show it in: nothing is tested by it any more.
    onUnhandledError: ({ name, message, stack }) =>
      !(name === 'ReferenceError' && message === 'window is not defined' && (stack ?? '').includes('react-dom')),
    // The default leaves a core idle; on two cores that is half of the machine.
    maxWorkers: '100%',
    sequence: { sequencer: ByEnvironment },
    // The default is one second, which a busy machine takes for a form.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${everywhere}/*.test.ts`],
          exclude: [pg, laws],
          isolate,
          // A file that needs a document says so at its top: // @vitest-environment jsdom
          environment: 'node',
          setupFiles: browserGaps,
          // Readers, queues and workers are waited for: two would leave a core idle.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // A busy machine fails no test; one that hangs still ends.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: [`${everywhere}/*.test.tsx`],
          isolate,
          environment: 'node',
          setupFiles: browserGaps,
          testTimeout: 60_000,
          // Told in the last line of `npm test` (decision 0029).
          retry: 1,
        },
      },
      // They only read: the code of the house is parsed once for all that a worker is given.
      { extends: true, test: { name: 'laws', include: [laws], isolate: false, testTimeout: 180_000 } },
      {
        extends: true,
        test: {
          name: 'pg',
          include: [pg],
          exclude: resting.map((name) => `**/${name}.pg.test.ts`),
          globalSetup: ['tests/boot/postgres-cluster.ts'],
          setupFiles: ['tests/boot/sql-texts.ts'],
          // One waits for the database while two work.
          maxWorkers: 3,
          // Nearly half of a file's time would go into reading the same modules again.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
