// What the reports of vitest and Playwright say about a stage, and the last lines of a run made of it.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../../server/prepare.mjs';

/**
 * What one stage came to. `again`: tests that passed at the second attempt; `rerun`: a command for each test that failed.
 * @typedef {{ passed: number, failed: number, again: string[], rerun: string[], files: { file: string, seconds: number }[] }} Counted
 */

/** Reads a report and throws it away, so that the next stage cannot be told this one's; nothing when a stage ended before it could write one. @param {string} path @param {'vitest' | 'playwright' | undefined} tool @returns {Counted | undefined} */
export function takeReport(path, tool) {
  if (tool === undefined || !existsSync(path)) return undefined;
  const answer = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return tool === 'vitest' ? ofVitest(answer) : ofPlaywright(answer);
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} Assertion
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, startTime: number, endTime: number, assertionResults: Assertion[] }[] }} answer
 * @returns {Counted}
 */
function ofVitest(answer) {
  const all = answer.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  return {
    passed: answer.numPassedTests,
    failed: answer.numFailedTests,
    // What was wrong the first time stands beside the pass.
    again: all
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ file, fullName }) => `${file} › ${fullName}`),
    rerun: all
      .filter(({ status }) => status === 'failed')
      .map(({ file, fullName }) => `npx vitest run ${file} -t ${quoted(fullName)}`),
    files: answer.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/**
 * @typedef {{ results: { status: string, duration: number }[], status: string }} Attempted
 * @typedef {{ file: string, title?: string, suites?: Suite[], specs?: { title: string, file: string, line: number, tests: Attempted[] }[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[] }} answer
 * @returns {Counted}
 */
function ofPlaywright({ stats, suites }) {
  const specs = suites.flatMap(specsIn);
  const of = (/** @type {string} */ status) =>
    specs.filter(({ tests }) => tests.some((test) => test.status === status));
  const seconds = new Map();
  for (const { file, tests } of specs) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + spent);
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    again: of('flaky').map(({ file, title }) => `tests/journeys/${file} › ${title}`),
    rerun: of('unexpected').map(({ file, line }) => `npm run test:journey -- ${file}:${line}`),
    files: [...seconds].map(([file, spent]) => ({ file: `tests/journeys/${file}`, seconds: spent })),
  };
}

/** @param {Suite} suite @returns {NonNullable<Suite['specs']>} */
function specsIn({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
}

/** For a shell and for vitest, which reads a name as a pattern. @param {string} name */
function quoted(name) {
  return `'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''")}'`;
}

/**
 * The last lines of a run but the very last.
 * @param {{ title: string, seconds: number, ok: boolean, counted: Counted | undefined }[]} done
 * @param {number} seed
 * @returns {string[]}
 */
export function lastLines(done, seed) {
  const files = done.flatMap(({ counted }) => counted?.files ?? []).sort((one, other) => other.seconds - one.seconds);
  const again = done.flatMap(({ counted }) => counted?.again ?? []);
  const rerun = done.flatMap(({ counted }) => counted?.rerun ?? []);
  const row = (/** @type {string} */ text, /** @type {number} */ seconds) =>
    `  ${seconds.toFixed(1).padStart(6)} s  ${text}`;
  return [
    `Stages, ${done.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0)} s in all:`,
    ...done.map(({ title, seconds, ok }) => row(`${title}${ok ? '' : ': FAILED'}`, seconds)),
    ...(files.length === 0
      ? []
      : ['The ten slowest files:', ...files.slice(0, 10).map((one) => row(one.file, one.seconds))]),
    ...(again.length === 0 ? [] : ['Passed at the second attempt:', ...again.map((name) => `  ${name}`)]),
    ...(rerun.length === 0 ? [] : ['What failed, alone:', ...rerun.map((command) => `  SEED=${seed} ${command}`)]),
  ];
}
