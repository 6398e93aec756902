/** A file and what of ours it takes at run time, by paths within the house. */
export interface Imports {
  readonly path: string;
  readonly imports: readonly string[];
}

/** Most test files of each kind in one near run: what a few minutes hold. */
const most = { quick: 60, postgres: 12 };

/**
 * The tests nearest to these files, nearest first. A test that was touched counts as itself; else its distance is the number of imports between, and
 * a PostgreSQL test, which serves the whole house, is near the file of its own name, then what lies in its folder, below it, and in its area. `left`: how many reach the files but are
 * further away than a near run goes.
 */
export function nearTests(
  touched: readonly string[],
  files: readonly Imports[],
): { quick: string[]; postgres: string[]; left: number } {
  const distance = distances(touched, files);
  const areas = new Set(touched.flatMap((path) => areaOf(path) ?? []));
  const folders = new Set(touched.map(folderOf));
  const names = new Set(touched.map((path) => path.replace(/\.tsx?$/, '')));
  // A folder without tests of its own, such as that of money in the ledger, is held by those above it.
  const parents = new Set([...folders].filter((path) => path.startsWith('server/')).map(folderOf));
  const tests = files
    .map(({ path }) => path)
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('tests/laws/'));
  const nearness = (path: string): number => {
    const away = distance.get(path) ?? Infinity;
    if (!path.endsWith('.pg.test.ts') || away === 0) return away;
    if (names.has(path.replace('.pg.test.ts', ''))) return 0.5;
    if (folders.has(folderOf(path))) return 1;
    if (parents.has(folderOf(path))) return 1.5;
    return areas.has(areaOf(path) ?? '') ? 2 : Infinity;
  };
  const sorted = tests
    .map((path) => ({ path, away: nearness(path) }))
    .filter(({ away }) => away < Infinity)
    .sort((one, other) => one.away - other.away || one.path.localeCompare(other.path))
    .map(({ path }) => path);
  const quick = sorted.filter((path) => !path.endsWith('.pg.test.ts'));
  const postgres = sorted.filter((path) => path.endsWith('.pg.test.ts'));
  return {
    quick: quick.slice(0, most.quick),
    postgres: postgres.slice(0, most.postgres),
    left: Math.max(0, quick.length - most.quick) + Math.max(0, postgres.length - most.postgres),
  };
}

/** How many imports lie between each file and the nearest of these. */
function distances(from: readonly string[], files: readonly Imports[]): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), path]);
  const found = new Map(from.map((path) => [path, 0]));
  const queue = [...from];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const next = (found.get(path) ?? 0) + 1;
    for (const importer of importers.get(path) ?? []) {
      if (found.has(importer)) continue;
      found.set(importer, next);
      queue.push(importer);
    }
  }
  return found;
}

/** `warehouse` of `server/areas/warehouse/…`, of `contract/areas/…` and of `src/areas/…` alike. */
function areaOf(path: string): string | undefined {
  return /^(?:contract|server|src)\/areas\/([^/]+)\//.exec(path)?.[1];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
