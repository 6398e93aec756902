import { defineConfig } from '@playwright/test';

// Journeys that a run walks by turns, a part of them each day; all with DEEP=1. Those that are not named are in every run.
const byTurns = [
  ['access', 'hand-updated'],
  ['me-ops'],
  ['session', 'forged'],
  ['paste', 'reference-lists'],
  ['hand-allot', 'every-screen'],
  ['office', 'attachments'],
  ['data-roles', 'preview'],
  ['desk', 'xss'],
  ['versions', 'import'],
  ['live', 'tasks'],
  ['shell', 'errors'],
  ['buying', 'kept'],
];
const turn = Number(process.env['SEED'] ?? 0) % byTurns.length;
const resting = process.env['DEEP'] ? [] : byTurns.filter((_, place) => place !== turn).flat();

/** Journeys: a real browser, the built application, the real server with a database of its own. One at a time: two browsers draw each other slow on two cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: resting.map((name) => `${name}.spec.ts`),
  globalSetup: './set-up.ts',
  workers: 1,
  timeout: 480_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // Told in the last line of `npm test` (decision 0029).
  retries: 1,
  reporter: 'list',
  outputDir: '../../node_modules/.cache/journeys',
});
