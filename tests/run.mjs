// `npm test`: everything that must hold, in the order in which a failure is cheapest to find; stops at the first stage that fails.
// `npm run test:deep` (`--deep`): the same with long seeds, late answers and an installed PostgreSQL; goes on after a failure.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkNode, endOf, ensurePackages, PrepareError, say, spawnNpm } from '../server/prepare.mjs';
import { environment } from './run/environment.mjs';
import { lastLines, takeReport } from './run/report.mjs';
import { stagesOf } from './run/stages.mjs';

/** @typedef {import('./run/stages.mjs').Stage} Stage */

const deep = process.argv.includes('--deep');
const scratch = mkdtempSync(join(tmpdir(), 'back-office-run-'));
// A database in it runs as a user of its own, who must get through.
chmodSync(scratch, 0o711);
const report = join(scratch, 'report.json');
/** The demo company, made by the first stage that asks for it. */
const demoData = join(scratch, 'demo');
/** Every text that the PostgreSQL tests ran; what `statements` holds against the code. */
const sqlTexts = process.env['SQL_TEXTS'] ?? join(scratch, 'sql-texts.jsonl');
const reporters = {
  vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  playwright: ['--reporter=list,json'],
};
/** Another one each day, the same for whoever runs the tests on that day. */
const seed = Number(process.env['SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
/** @type {Parameters<typeof lastLines>[0]} */
const done = [];
let refused = 0;

try {
  if (!Number.isSafeInteger(seed)) throw new PrepareError('SEED is a whole number');
  checkNode();
  await ensurePackages();
  await ensureChromium();
  say(`SEED=${seed}`);
  for (const stage of stagesOf({ deep, seed })) {
    if (!(await run(stage)) && !deep) break;
  }
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  refused = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(['', ...lastLines(done, seed)].join('\n'));
const total = { passed: 0, again: 0, failed: refused };
for (const { ok, counted } of done) {
  total.passed += counted?.passed ?? (ok ? 1 : 0);
  total.again += counted?.again.length ?? 0;
  total.failed += ok ? 0 : Math.max(1, counted?.failed ?? 1);
}
const again = total.again === 0 ? '' : `, ${total.again} of them at the second attempt`;
say(`\n${total.passed} passed${again}, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs one stage, keeps what came of it and answers whether all of it passed. @param {Stage} stage */
async function run(stage) {
  say(`\n── ${stage.title} ${'─'.repeat(Math.max(0, 70 - stage.title.length))}`);
  const start = performance.now();
  const ok = stage.work === undefined ? await runNpm(stage) : await succeeds(stage.work);
  const seconds = (performance.now() - start) / 1000;
  done.push({ title: stage.title, seconds, ok, counted: takeReport(report, stage.count) });
  say(`── ${stage.title}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return ok;
}

/** @param {Stage} stage */
async function runNpm({ script, args = [], beside = [[]], env = {}, count }) {
  const ends = beside.map((more) => {
    const all = [...args, ...more, ...(count === undefined ? [] : reporters[count])];
    const command =
      script === undefined ? all : ['run', '--silent', script, ...(all.length === 0 ? [] : ['--', ...all])];
    const settings = {
      ...environment({ seed, deep }),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      DEMO_DATA: demoData,
      SQL_TEXTS: sqlTexts,
      ...env,
    };
    return endOf(spawnNpm(command, { stdio: 'inherit', env: settings }));
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
