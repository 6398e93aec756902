// What must be there before anything of ours can run: the packages and the web build. Plain JavaScript without packages, because
// it runs first on a fresh clone. Used by `npm start` (server/launch.mjs) and `npm test` (tests/run.mjs).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The directory of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Something a person must settle before we can go on; the message is one line. */
export class PrepareError extends Error {}

/** Throws a PrepareError when this Node is older than package.json asks for. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new PrepareError(`Node 20.19 or newer is needed, this is ${process.versions.node}`);
}

/** Installs the packages when node_modules is missing or does not match package-lock.json. */
export async function ensurePackages() {
  const stamp = join(root, 'node_modules', '.installed-lock');
  const lock = join(root, 'package-lock.json');
  const locked = existsSync(lock);
  if (locked && textOf(stamp) === sha256(readFileSync(lock))) return;
  if (!locked || !installedMatches(lock)) await installPackages(locked);
  if (existsSync(lock)) writeFileSync(stamp, sha256(readFileSync(lock)));
}

/** @param {boolean} locked */
async function installPackages(locked) {
  // Build tools are needed on every machine, also where NODE_ENV says production.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const failure = 'the packages could not be installed';
  const title = 'Installing packages (the first time this takes a minute or two)';
  await runQuietly({ title, failure, args: [locked ? 'ci' : 'install', ...flags] });
}

/** Builds the web application into dist/ when it is missing or older than its sources; `force` builds in any case. */
export async function ensureBuild({ force = false } = {}) {
  const stamp = join(root, 'dist', '.stamp');
  const sources = sourceHash();
  if (!force && textOf(stamp) === sources) return;
  rmSync(stamp, { force: true });
  await runQuietly({
    title: 'Building the web application',
    failure: 'the web application could not be built ("npm run build" shows all)',
    args: ['run', 'build'],
  });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, sources);
}

/**
 * Starts npm with these arguments, the way this process was itself started by npm where it was.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnNpm(args, options) {
  const cli = process.env['npm_execpath'];
  const direct = cli !== undefined && /npm-cli\.c?js$/.test(cli);
  const [command, first] = direct ? [process.execPath, [cli]] : ['npm', []];
  return spawn(command, [...first, ...args], { cwd: root, ...options });
}

/** @param {{ title: string, failure: string, args: string[] }} step */
async function runQuietly({ title, failure, args }) {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  say(`${title} …`);
  const heartbeat = setInterval(() => say(`  … ${seconds()} s`), 10_000);
  const child = spawnNpm(args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
  const interrupt = () => child.kill('SIGINT');
  for (const signal of stopSignals) process.once(signal, interrupt);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  try {
    const { code, signal } = await endOf(child);
    if (signal === 'SIGINT' || code === 130) throw new PrepareError('stopped before the start was complete');
    if (code !== 0) throw new PrepareError(`${failure}: ${complaintIn(output)}`);
  } catch (error) {
    if (error instanceof PrepareError) throw error;
    throw new PrepareError(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearInterval(heartbeat);
    for (const signal of stopSignals) process.off(signal, interrupt);
  }
  say(`  done in ${seconds()} s`);
}

export const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: string | null }>}
 */
export function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** The line of npm's or vite's output that says most. @param {string} output */
function complaintIn(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const telling = lines.filter((line) => line !== '' && !headings.test(line));
  return (
    telling.find((line) => /error|cannot|could not|not found|failed|missing|refused/i.test(line)) ??
    telling[0] ??
    'no reason was given'
  );
}

const headings =
  /^(code |errno |syscall |path |A complete log|>|npm warn|✗ Build failed|error during build|Build failed with|\[builtin)/;

/** Does what npm says it installed cover the lock file? Then an `npm install` by hand need not be repeated. @param {string} lock */
function installedMatches(lock) {
  const installed = textOf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const have = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
    .filter(([path]) => path !== '')
    .every(([path, wanted]) =>
      have[path] === undefined ? wanted.optional === true : have[path].version === wanted.version,
    );
}

/** One hash over everything that goes into the web build. */
function sourceHash() {
  const hash = createHash('sha256');
  const sources = ['contract', 'public', 'src', 'sw', 'workers', 'index.html', 'vite.config.ts', 'package-lock.json'];
  for (const file of sources.flatMap((name) => filesIn(join(root, name)))) {
    hash.update(`${relative(root, file)}\0${sha256(readFileSync(file))}\n`);
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (kind === undefined) return [];
  if (!kind.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.includes('.test.'));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** @param {import('node:crypto').BinaryLike} content */
function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
