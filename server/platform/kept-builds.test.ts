import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keepBuild } from './kept-builds.ts';

const place = mkdtempSync(join(tmpdir(), 'back-office-builds-'));
afterAll(() => rmSync(place, { recursive: true }));

function built(build: string): { build: string; root: string; directory: string } {
  const root = join(place, 'dist');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'assets/a.js'), build);
  return { build, root, directory: join(place, 'data/builds') };
}

it('keeps each build whole when it is served first, and of the earlier ones the latest', async () => {
  for (const [at, build] of ['b1', 'b2', 'b3', 'b4'].entries()) {
    const kept = await keepBuild(built(build), 3);
    expect([...kept.keys()][0]).toBe(build);
    utimesSync(join(place, 'data/builds', build), at, at);
  }
  const kept = await keepBuild(built('b4'), 3);
  expect([...kept.keys()]).toEqual(['b4', 'b3', 'b2']);
  expect(readdirSync(join(place, 'data/builds')).sort()).toEqual(['b2', 'b3', 'b4']);
  for (const [name, directory] of kept) expect(readFileSync(join(directory, 'assets/a.js'), 'utf8')).toBe(name);
});

it('two servers that start at once keep one copy', async () => {
  const all = await Promise.all([1, 2, 3].map(() => keepBuild(built('b5'), 3)));
  for (const kept of all) expect([...kept.keys()][0]).toBe('b5');
  expect(readdirSync(join(place, 'data/builds')).sort()).toEqual(['b3', 'b4', 'b5']);
});

it('keeps nothing where nothing is built, and says where it cannot', async () => {
  expect((await keepBuild({ ...built('b6'), build: '' })).size).toBe(0);
  writeFileSync(join(place, 'file'), '');
  await expect(keepBuild({ ...built('b6'), directory: join(place, 'file/builds') })).rejects.toThrow();
});
