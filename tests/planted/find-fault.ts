import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Fault } from './faults.ts';

/** Test files that are run together; without files, all of these projects. */
export interface Round {
  readonly projects: readonly string[];
  readonly files: readonly string[];
}

/** What is run in search of a fault, and with how many workers. */
export interface Search {
  readonly root: string;
  readonly rounds: readonly Round[];
  readonly types: boolean;
  readonly workers: string | undefined;
}

const quick = ['unit', 'component'];
const postgres = ['pg'];

/** How many of the nearest tests of each kind are run before the others: they find most. */
const first = { quick: 8, postgres: 3 };

/** The tests that are told of a fault, the nearest ones, then the laws. */
export function nearRounds(
  { tests = [] }: Fault,
  near: { quick: readonly string[]; postgres: readonly string[] },
): Round[] {
  const rounds = [
    { projects: quick, files: tests.filter((path) => !path.endsWith('.pg.test.ts')) },
    { projects: postgres, files: tests.filter((path) => path.endsWith('.pg.test.ts')) },
    { projects: quick, files: near.quick.slice(0, first.quick) },
    { projects: postgres, files: near.postgres.slice(0, first.postgres) },
    { projects: quick, files: near.quick.slice(first.quick) },
    { projects: postgres, files: near.postgres.slice(first.postgres) },
  ];
  return [...rounds.filter(({ files }) => files.length > 0), { projects: ['laws'], files: [] }];
}

/** All of each project, as `npm test` runs them. */
export const wholeRounds: readonly Round[] = [
  { projects: quick, files: [] },
  { projects: postgres, files: [] },
];

/** What notices the fault that is planted in the copy, the first that does; undefined when everything that is run passes. */
export function findFault({ root, rounds, types, workers }: Search): string | undefined {
  for (const round of rounds) {
    const found = firstFailure(root, round, workers);
    if (found !== undefined) return found;
  }
  if (!types) return undefined;
  const { status, stdout } = spawnSync('npx', ['tsc', '--build'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? undefined : `types › ${stdout.split('\n')[0] ?? ''}`;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function firstFailure(root: string, { projects, files }: Round, workers: string | undefined): string | undefined {
  const written = join(root, 'planted-report.json');
  rmSync(written, { force: true });
  const { status, stderr, signal, error } = spawnSync(
    'npx',
    [
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', `${project}*`]),
      '--bail=1',
      '--reporter=json',
      `--outputFile=${written}`,
      // What a busy machine makes fail once is found by nobody.
      '--retry=1',
      // It says that every fault is to be found in its file, which is so no more.
      '--exclude=tests/laws/planted.test.ts',
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      ...files,
    ],
    // A fault may keep a test from ever ending.
    { cwd: root, encoding: 'utf8', timeout: longest, maxBuffer: 1_000_000_000 },
  );
  if (status === 0) return undefined;
  const hangs = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
  // Ended by somebody: that finds nothing.
  if (!hangs && (signal !== null || status === null || status > 1))
    throw new Error(`a run of tests was ended: ${lastLine(stderr)}`);
  if (!existsSync(written)) return `a run of ${projects.join(' and ')} that ends without a report: ${lastLine(stderr)}`;
  const { testResults } = JSON.parse(readFileSync(written, 'utf8')) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed) return `${relative(root, name)} › ${failed.fullName}`;
  }
  const broken = testResults.find((one) => one.status === 'failed');
  return broken
    ? `${relative(root, broken.name)} › ${broken.message.split('\n')[0] ?? ''}`
    : `an error beside the tests`;
}

/** Milliseconds for one run of tests. */
const longest = 3_600_000;

const lastLine = (text: string | null): string => (text ?? '').trim().split('\n').at(-1) ?? '';
