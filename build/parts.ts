import type { Manifest } from 'vite';

/**
 * The files that these entries need before anything of them runs: their own and, without end, what they import
 * statically. Names as in the build's manifest; throws for an entry that is not there.
 */
export function filesOf(manifest: Manifest, entries: readonly string[], kind: 'js' | 'css' = 'js'): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no part ${name}`);
    if (kind === 'css') for (const file of chunk.css ?? []) files.add(file);
    if (chunk.file.endsWith(`.${kind}`)) files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return files;
}

/** The screens of a folder: what is loaded on demand from it. */
export function screensIn(manifest: Manifest, folder: string): string[] {
  return Object.keys(manifest).filter((name) => name.startsWith(folder) && manifest[name]?.isDynamicEntry);
}

/** What a device must hold to start without the network (reference pwa §1.2, tier A): the shell and the warehouse mode. */
export function offlineFiles(manifest: Manifest): Set<string> {
  const entries = ['index.html', ...screensIn(manifest, 'src/').filter((name) => offline.test(name)), ...workers(manifest)];
  return new Set([...filesOf(manifest, entries), ...filesOf(manifest, entries, 'css')]);
}

// The frames but antd's, sign-in, the landing page, the databases, and everything of the warehouse mode.
const offline = /^src\/(?:app\/(?:sign-in|dashboard|hand)\/|app\/office\/office-frame|areas\/handheld\/|local\/|reader\/)/;

function workers(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((name) => name.includes('workbox-window'));
}
