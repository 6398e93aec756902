// What a run consists of: the stages of `npm test`, cheapest to fail first, and those that only `npm run test:deep` adds.

import { existsSync, readdirSync } from 'node:fs';
import { ensureBuild } from '../../server/prepare.mjs';

/**
 * `beside`: further arguments of processes that do the stage together, side by side.
 * `count`: whose report says how many tests there were; a stage without it counts as one.
 * @typedef {{ title: string, script?: string, args?: string[], beside?: string[][], env?: Record<string, string>, count?: 'vitest' | 'playwright', work?: () => Promise<void> }} Stage
 */

/**
 * @param {{ deep: boolean, seed: number }} run
 * @returns {Stage[]}
 */
export function stagesOf({ deep, seed }) {
  return [
    { title: 'format', script: 'format' },
    // With the types: the linter has read them all for its rules, and reading them once more took twenty-five seconds.
    { title: 'lint and types', script: 'lint' },
    { title: 'laws', script: 'laws', count: 'vitest' },
    { title: 'unit', script: 'test:unit', count: 'vitest' },
    { title: 'PostgreSQL, built in', script: 'test:pg', count: 'vitest' },
    { title: 'statements', script: 'statements' },
    { title: 'build', work: () => ensureBuild({ force: true }) },
    { title: 'sizes', args: ['exec', '--no', '--', 'size-limit'] },
    { title: 'torture', script: 'torture', beside: halves(seed, deep ? 2000 : 48) },
    { title: 'journeys', script: 'test:journey', count: 'playwright' },
    ...(deep ? [types, ...installedPostgres(), late] : []),
  ];
}

/** By the compiler itself, which also reads the plain JavaScript that runs before the packages are there. @type {Stage} */
const types = { title: 'types', script: 'types' };

/** @type {Stage} */
const late = { title: 'components, late', script: 'test:late', count: 'vitest' };

/** Two processes share these seeds, since the machine that is promised has two cores; two days have none in common. @param {number} seed @param {number} seeds */
function halves(seed, seeds) {
  const half = String(seeds / 2);
  return [
    ['--seeds', half, '--from', String(seed * seeds)],
    ['--seeds', half, '--from', String(seed * seeds + seeds / 2), '--mutants', '0'],
  ];
}

/** The PostgreSQL tests on an installed version: 15, which we promise, or the newest there is. @returns {Stage[]} */
function installedPostgres() {
  const home = '/usr/lib/postgresql';
  const versions = (existsSync(home) ? readdirSync(home) : []).map(Number).filter((version) => version >= 15);
  const usable = versions.filter((version) => existsSync(`${home}/${version}/bin/initdb`));
  const version = usable.includes(15) ? 15 : usable.sort((one, other) => other - one)[0];
  if (version === undefined) return [];
  return [
    {
      title: `PostgreSQL ${version}, installed`,
      script: 'test:pg',
      // What is about the built-in one alone was run with it.
      args: ['--exclude', 'server/database/embedded.pg.test.ts'],
      count: 'vitest',
      env: { TEST_POSTGRES: `${home}/${version}/bin` },
    },
  ];
}
