import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { filesOf, offlineFiles, screensIn } from './parts.ts';

/**
 * Writes `warm.json`: for each area the files of its screens that are not held from the start. The service worker keeps
 * those of a person's menu when it is idle (reference pwa §1.2, tier B). `desk` is what every office screen needs, `handheld` what the camera
 * of a tablet reads with, too large for what is held from the first moment.
 */
export function warmList(): Plugin {
  return {
    name: 'warm-list',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler: ({ dir }) => {
        if (dir === undefined) return;
        const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
        const machineCode = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.wasm'));
        const parts = { ...warmParts(manifest), handheld: machineCode.map((name) => `assets/${name}`) };
        writeFileSync(join(dir, 'warm.json'), `${JSON.stringify(parts)}\n`);
      },
    },
  };
}

/** The files of each area, by its folder's name. */
export function warmParts(manifest: Manifest): Record<string, string[]> {
  const held = offlineFiles(manifest);
  const parts: Record<string, string[]> = {};
  const add = (area: string, entries: readonly string[]) => {
    const files = [...filesOf(manifest, entries)].filter((file) => !held.has(file));
    parts[area] = [...new Set([...(parts[area] ?? []), ...files])];
  };
  add('desk', screensIn(manifest, 'src/app/office/desk-frame'));
  for (const name of screensIn(manifest, 'src/areas/')) add(name.split('/')[2] ?? '', [name]);
  // The forms of exports stand with their areas in the agreement; the dialog of a new task loads them all.
  add('tasks', screensIn(manifest, 'contract/areas/'));
  delete parts['handheld'];
  return parts;
}
