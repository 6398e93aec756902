// `npm test`: everything that must hold, in the order in which a failure is cheapest to find; stops at the first that fails.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkNode, endOf, ensureBuild, ensurePackages, PrepareError, say, spawnNpm } from '../server/prepare.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'back-office-run-'));
const report = join(scratch, 'report.json');
const reporters = {
  vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  playwright: ['--reporter=list,json'],
};
const total = { passed: 0, failed: 0, again: 0 };

try {
  checkNode();
  await ensurePackages();
  await ensureChromium();
  for (const stage of stages()) {
    if (!(await run(stage))) break;
  }
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  total.failed += 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const again = total.again === 0 ? '' : `, ${total.again} of them at the second attempt`;
say(`\n${total.passed} passed${again}, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * `beside`: further arguments of processes that do the stage together, side by side.
 * @typedef {{ title: string, script?: string, args?: string[], beside?: string[][], env?: Record<string, string>, count?: 'vitest' | 'playwright', work?: () => Promise<void> }} Stage
 * @returns {Stage[]}
 */
function stages() {
  const installed = installedPostgres();
  return [
    { title: 'format', script: 'format' },
    { title: 'lint', script: 'lint' },
    { title: 'types', script: 'types' },
    { title: 'laws', script: 'laws', count: 'vitest' },
    { title: 'unit', script: 'test:unit', count: 'vitest' },
    { title: 'PostgreSQL, built in', script: 'test:pg', count: 'vitest' },
    ...(installed === undefined ? [] : [installed]),
    { title: 'build', work: () => ensureBuild({ force: true }) },
    { title: 'sizes', args: ['exec', '--no', '--', 'size-limit'] },
    {
      title: 'torture, short',
      script: 'torture',
      beside: [
        ['--seeds', '250'],
        ['--seeds', '250', '--from', '251'],
      ],
    },
    { title: 'journeys', script: 'test:journey', count: 'playwright' },
  ];
}

/** What depends on the engine, on an installed PostgreSQL: 15, which we promise, or the newest there is. @returns {Stage | undefined} */
function installedPostgres() {
  const home = '/usr/lib/postgresql';
  const versions = (existsSync(home) ? readdirSync(home) : []).map(Number).filter((version) => version >= 15);
  const usable = versions.filter((version) => existsSync(`${home}/${version}/bin/initdb`));
  const version = usable.includes(15) ? 15 : usable.sort((one, other) => other - one)[0];
  if (version === undefined) return undefined;
  // Migrations and connections, the kinds and lists of every definition, the ledgers, backups and files.
  const engine = [
    'server/database/',
    'server/kit/',
    'server/ledger/',
    'server/backup/',
    'server/tasks/',
    'tests/access/data-scope',
  ];
  return {
    title: `PostgreSQL ${version}, installed`,
    script: 'test:pg',
    // What is about the built-in one alone was run with it.
    args: [...engine, '--exclude', 'server/database/embedded.pg.test.ts'],
    count: 'vitest',
    env: { TEST_POSTGRES: `${home}/${version}/bin` },
  };
}

/** Runs one stage, adds what it counted to the total and answers whether all of it passed. @param {Stage} stage */
async function run(stage) {
  say(`\n── ${stage.title} ${'─'.repeat(Math.max(0, 70 - stage.title.length))}`);
  const start = performance.now();
  const ok = stage.work === undefined ? await runNpm(stage) : await succeeds(stage.work);
  const counted = countOf(stage);
  total.passed += counted?.passed ?? (ok ? 1 : 0);
  total.again += counted?.again ?? 0;
  total.failed += ok ? 0 : Math.max(1, counted?.failed ?? 1);
  say(`── ${stage.title}: ${ok ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return ok;
}

/** @param {Stage} stage */
async function runNpm({ script, args = [], beside = [[]], env = {}, count }) {
  rmSync(report, { force: true });
  const ends = beside.map((more) => {
    const all = [...args, ...more, ...(count === undefined ? [] : reporters[count])];
    const command =
      script === undefined ? all : ['run', '--silent', script, ...(all.length === 0 ? [] : ['--', ...all])];
    return endOf(spawnNpm(command, { stdio: 'inherit', env: { ...environment(), ...env } }));
  });
  return (await Promise.all(ends)).every(({ code }) => code === 0);
}

/** @param {() => Promise<void>} work */
async function succeeds(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

/** What a stage's tools counted; nothing for a stage that only passes or fails, or that ended before it could count. @param {Stage} stage */
function countOf({ count }) {
  if (count === undefined || !existsSync(report)) return undefined;
  const answer = JSON.parse(readFileSync(report, 'utf8'));
  return count === 'vitest'
    ? { passed: answer.numPassedTests, failed: answer.numFailedTests, again: passedAgain(answer) }
    : {
        passed: answer.stats.expected + answer.stats.flaky,
        failed: answer.stats.unexpected,
        again: answer.stats.flaky,
      };
}

/**
 * Tests that failed once and then passed: what was wrong stands beside their pass.
 * @param {{ testResults: { assertionResults: { status: string, failureMessages?: string[] }[] }[] }} report
 */
function passedAgain({ testResults }) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0).length;
}

/** The settings of a server on this machine must not reach the tests. */
function environment() {
  const ours = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'FILES_DIR',
    'SECRET_KEY',
    'DEMO',
    'DEMO_PASSWORD',
    'TLS_CERT',
    'TLS_KEY',
    'LOG_LEVEL',
    'TEST_POSTGRES',
  ];
  const kept = Object.entries(process.env).filter(([name]) => !ours.includes(name));
  const polyfill = `--import=${new URL('boot/node20-polyfill.mjs', import.meta.url).href}`;
  const old = Number(process.versions.node.split('.')[0]) < 22;
  const options = [process.env['NODE_OPTIONS'] ?? '', old ? polyfill : ''].join(' ').trim();
  return { ...Object.fromEntries(kept), NODE_OPTIONS: options, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
}

/** The journeys run in the system's Chromium: where it is missing and we may, it is installed. */
async function ensureChromium() {
  const places = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  if (places.some((place) => existsSync(join(place, 'chromium')))) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new PrepareError(
      'the journeys need Chromium: install it (on Debian: apt-get install chromium) and start again',
    );
  }
  say('Installing Chromium …');
  const script = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { code } = await endOf(spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'ignore', 'inherit'], env }));
  if (code !== 0) throw new PrepareError('Chromium could not be installed by apt-get');
}
