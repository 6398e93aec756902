import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SizeLimitConfig } from 'size-limit';
import type { Manifest } from 'vite';
import { screensIn, scriptsOf } from './src/build/parts.ts';

/**
 * The budgets of design §11, measured by following the static imports of what each page needs: `npm run build`, then
 * `npx size-limit`. JavaScript in brotli; the precache in gzip; both as the build packed them and the server sends them.
 */
const dist = process.env['DIST'] ?? 'dist';
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const entry = 'index.html';
const routes = 'src/app/routes.ts';
const office = [entry, routes, 'src/app/office/office-frame.tsx', 'src/app/office/desk-frame.tsx'];
const firstList = [...office, 'src/areas/partners/warehouse-list.tsx'];
const handScreens = screensIn(manifest, 'src/areas/handheld/');
const officeScreens = screensIn(manifest, 'src/areas/').filter((name) => !handScreens.includes(name));

/** Not packed once more. */
const asItIs = { brotli: false, gzip: false } as const;

const budgets: SizeLimitConfig = [
  page('sign-in', '130 kB', [entry, 'src/app/sign-in/sign-in.tsx']),
  page('office frame and first list', '300 kB', firstList),
  page('first list with its tools', '360 kB', [...firstList, 'src/kit/desk/list/list-tools.ts']),
  ...largest(officeScreens, firstList).map((name) => more(name, firstList)),
  ...handScreens.map((name) => page(`warehouse mode: ${name}`, '250 kB', handPage(name))),
  ...precache(),
];
export default budgets;

function page(name: string, limit: string, entries: readonly string[]) {
  return { name, limit, path: packed(scriptsOf(manifest, entries), 'br'), ...asItIs };
}

/** A further office screen with the first list: what a list can do without comes with the first screen that needs it. */
function more(name: string, base: readonly string[]) {
  return page(`first list and one more screen: ${name}`, '400 kB', [...base, name]);
}

function added(name: string, base: readonly string[]): Set<string> {
  const there = scriptsOf(manifest, base);
  return new Set([...scriptsOf(manifest, [name])].filter((file) => !there.has(file)));
}

/** The three that add most; if they keep to the budget, all do. */
function largest(names: readonly string[], base: readonly string[]): string[] {
  const weightOf = (file: string): number => packed([file], 'br').reduce((sum, path) => sum + statSync(path).size, 0);
  const weigh = (name: string) => [...added(name, base)].reduce((sum, file) => sum + weightOf(file), 0);
  const weights = new Map(names.map((name) => [name, weigh(name)]));
  return [...names].sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0)).slice(0, 3);
}

/** The warehouse mode must do without antd: its chunks are known by their name (src/build/chunks.ts). */
function handPage(name: string): string[] {
  // The databases load beside the screen, which cannot be drawn without them.
  const entries = [entry, routes, 'src/app/hand/hand-frame.tsx', 'src/local/index.ts', name];
  const antd = [...scriptsOf(manifest, entries)].filter((file) => /\/antd(?!-mobile)/.test(file));
  if (antd.length > 0) throw new Error(`${name} pulls in ${antd.join(', ')}`);
  return entries;
}

/** The list that the build wrote into the service worker. */
function precache() {
  const worker = join(dist, 'sw.js');
  if (!existsSync(worker)) return [];
  const files = new Set(
    [...readFileSync(worker, 'utf8').matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":"([^"]+)"/g)].map(
      ([, one, other]) => one ?? other ?? '',
    ),
  );
  if (!files.has('index.html')) throw new Error('the service worker holds no page: was the build whole?');
  return [{ name: 'precache', limit: '700 kB', path: packed(files, 'gz'), ...asItIs }];
}

/** What the server sends of each: the packed file beside it, or the file where packing gained nothing. */
function packed(files: Iterable<string>, ending: 'br' | 'gz'): string[] {
  return [...files]
    .map((file) => join(dist, file))
    .map((path) => (existsSync(`${path}.${ending}`) ? `${path}.${ending}` : path));
}
