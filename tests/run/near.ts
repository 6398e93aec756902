import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { houseRoot, parsed, readCode } from '#tests/laws/source.ts';
import { nearTests } from './near-tests.ts';

/**
 * `npm run test:near [-- <base>]`: what the difference between the working tree and `main` (or another commit) can have broken, in a few minutes: format
 * and lint of the touched files, types, laws, the tests that are nearest to them by imports and the PostgreSQL tests of their areas.
 */
const base = git('merge-base', process.argv[2] ?? 'main', 'HEAD');
const touched = [...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')].filter(
  (path) => existsSync(`${houseRoot}/${path}`),
);
const code = touched.filter((path) => /^(contract|server|src|sw|workers|tests)\/.*\.(ts|tsx)$/.test(path));
const tests = nearTests(
  code,
  readCode().map((file) => ({ path: file.path, imports: ours(parsed(file).imports) })),
);

say(`${touched.length} files differ from ${base.slice(0, 9)}`);
const started = performance.now();
stage('format', touched, [
  'npx',
  'biome',
  'check',
  '--formatter-enabled=true',
  '--linter-enabled=false',
  '--no-errors-on-unmatched',
]);
stage('lint', code, ['npx', 'oxlint', '--type-aware']);
stage('types', [], ['npx', 'tsc', '--build']);
stage('laws', [], ['npx', 'vitest', 'run', '--project', 'laws', '--reporter=dot']);
stage('tests', tests.quick, vitest('unit', 'component'));
stage('PostgreSQL', tests.postgres, vitest('pg'));
if (tests.left > 0) say(`${tests.left} further tests reach what was touched from afar: \`npm test\` runs them.`);
say(`All passed in ${seconds(started)} s`);

function vitest(...projects: string[]): string[] {
  return ['npx', 'vitest', 'run', '--reporter=dot', ...projects.flatMap((project) => ['--project', `${project}*`])];
}

/** Runs a command over files and ends the whole run if it fails; a command for particular files is left out when there are none. */
function stage(title: string, files: readonly string[], [command = '', ...args]: string[]): void {
  const whole = title === 'types' || title === 'laws';
  if (files.length === 0 && !whole) return;
  say(`── ${title}${whole ? '' : `: ${files.length} files`}`);
  const start = performance.now();
  const { status } = spawnSync(command, [...args, ...files], { cwd: houseRoot, stdio: 'inherit' });
  say(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(start)} s`);
  if (status !== 0) process.exit(1);
}

function ours(imports: readonly { to: string; ours: boolean; typeOnly: boolean }[]): string[] {
  return imports.filter((one) => one.ours && !one.typeOnly).map(({ to }) => to);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: houseRoot, encoding: 'utf8' }).trim();
}

function lines(...args: string[]): string[] {
  return git(...args)
    .split('\n')
    .filter((line) => line !== '');
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
