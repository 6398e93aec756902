import type { Manifest, ManifestChunk } from 'vite';

/**
 * The scripts that these entries need before anything of them runs: their own and, without end, what they import
 * statically. Names as in the build's manifest; throws for an entry that is not there.
 */
export function scriptsOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  return new Set(
    partsOf(manifest, entries)
      .map((part) => part.file)
      .filter((file) => file.endsWith('.js')),
  );
}

/** The screens of a folder: what is loaded on demand from it. */
export function screensIn(manifest: Manifest, folder: string): string[] {
  return Object.keys(manifest).filter((name) => name.startsWith(folder) && manifest[name]?.isDynamicEntry);
}

/** What a device must hold to start without the network (reference pwa §1.2, tier A): the shell and the warehouse mode. */
export function offlineFiles(manifest: Manifest): Set<string> {
  const entries = [
    'index.html',
    ...screensIn(manifest, 'src/').filter((name) => offline.test(name)),
    ...workers(manifest),
  ];
  return filesOf(manifest, entries);
}

/** A script that runs beside the page and has to be there without the network; a build's manifest names none of these. */
export const isOfflineWorker = (file: string): boolean => /^assets\/(?:reader|codes)\.worker-[\w-]+\.js$/.test(file);

/** Scripts and styles that these entries need before they can be shown. */
export function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const styles = partsOf(manifest, entries).flatMap((part) => part.css ?? []);
  return new Set([...scriptsOf(manifest, entries), ...styles]);
}

// The table of routes, the frames but antd's, what runs beside them, sign-in, the landing page, the databases, and everything of the warehouse mode.
const offline =
  /^src\/(?:app\/(?:sign-in|dashboard|hand)\/|app\/(?:office\/office-frame|after-start|routes)|areas\/handheld\/|local\/|reader\/)/;

function workers(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((name) => name.includes('workbox-window'));
}

function partsOf(manifest: Manifest, entries: readonly string[]): ManifestChunk[] {
  const parts = new Map<string, ManifestChunk>();
  const visit = (name: string): void => {
    const part = manifest[name];
    if (!part) throw new Error(`the build has no part ${name}`);
    if (parts.has(name)) return;
    parts.set(name, part);
    for (const imported of part.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...parts.values()];
}
