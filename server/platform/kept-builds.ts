import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where each build lies that can still be served, by its name. */
export type KeptBuilds = ReadonlyMap<string, string>;

/**
 * Keeps a copy of the build that is served, so that a device can be taken back to it once another is; of the earlier ones as many as `most`
 * with it. Answers all that are kept, the latest first. Rejects where the directory cannot be written to.
 */
export async function keepBuild(
  { build, root, directory }: { build: string; root: string; directory: string },
  most = 4,
): Promise<KeptBuilds> {
  if (build === '') return new Map();
  const own = join(directory, build);
  await mkdir(directory, { recursive: true });
  const there = await readdir(directory);
  if (!there.includes(build)) {
    // Whole or not at all: another server may look while this one copies.
    const half = join(directory, `${unfinished}${build}-${randomUUID()}`);
    await cp(root, half, { recursive: true });
    await rename(half, own).catch(() => rm(half, { recursive: true }));
  }
  const others = there.filter((name) => name !== build && !name.startsWith(unfinished));
  const aged = await Promise.all(others.map(async (name) => ({ name, at: await timeOf(join(directory, name)) })));
  const byAge = aged.sort((one, other) => other.at - one.at).map(({ name }) => name);
  const kept = [build, ...byAge.slice(0, most - 1)];
  for (const name of byAge.slice(most - 1))
    await throwAway(join(directory, name), join(directory, `${unfinished}${name}-${randomUUID()}`));
  return new Map(kept.map((name) => [name, join(directory, name)]));
}

/** Out of sight first: a directory that loses its files is of this moment by its time, and another server would keep it for the latest. */
async function throwAway(path: string, hidden: string): Promise<void> {
  // Another server may have hidden it already.
  const mine = await rename(path, hidden).then(
    () => true,
    () => false,
  );
  if (mine) await rm(hidden, { recursive: true, force: true });
}

/** Begins with a dot, as the name of no build does that this server makes. */
const unfinished = '.half-';

/** When a copy was made; 0 where another server has just thrown it away. */
async function timeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? 0;
}
