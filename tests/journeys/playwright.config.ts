import { defineConfig } from '@playwright/test';

/** Journeys: a real browser, the built application, the real server with a database of its own. One at a time: each counts seconds. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
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
