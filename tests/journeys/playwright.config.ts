import { defineConfig } from '@playwright/test';

// Journeys that a run walks by turns, a part of them each day; all with DEEP=1. Those that are not named are in every run.
const byTurns = [
  ['access', 'hand-updated'],
  ['me-ops', 'hand-codes', 'hand-dark'],
  ['session', 'forged', 'reader'],
  ['paste', 'reference-lists'],
  ['hand-allot', 'every-screen'],
  ['office', 'attachments'],
  ['data-roles', 'preview', 'camera'],
  ['desk', 'xss', 'breath'],
  ['versions', 'import'],
  ['live', 'tasks'],
  ['shell', 'errors'],
  ['buying', 'kept', 'hand-fit'],
];
const turn = Number(process.env['SEED'] ?? 0) % byTurns.length;
const resting = process.env['DEEP'] ? [] : byTurns.filter((_, place) => place !== turn).flat();

/** Those that measure how long a page holds its breath: two browsers on two cores draw each other slow. */
const measuring = ['breath', 'reader', 'shell'];
const filesOf = (names: readonly string[]): string[] => names.map((name) => `${name}.spec.ts`);

/** Journeys: a real browser, the built application, the real server with a database of its own. Two files at a time, which leave less of two cores idle than one, then those that measure by themselves. */
export default defineConfig({
  testDir: '.',
  globalSetup: './set-up.ts',
  workers: 2,
  projects: [
    { name: 'side by side', testMatch: '*.spec.ts', testIgnore: filesOf([...resting, ...measuring]) },
    {
      name: 'alone',
      testMatch: filesOf(measuring),
      testIgnore: filesOf(resting),
      workers: 1,
      dependencies: ['side by side'],
    },
  ],
  timeout: 480_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // Told in the last line of `npm test` (decision 0029).
  retries: 1,
  reporter: 'list',
  outputDir: '../../node_modules/.cache/journeys',
});
