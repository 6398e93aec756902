import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = 'last-backup';

/** Notes that a backup was made, wherever it lies. */
export function noteBackup(dataDir: string, at: Date): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, file), `${at.toISOString()}\n`);
}

/** When `npm run backup` last succeeded with this data directory; undefined: never. */
export function lastBackup(dataDir: string): Date | undefined {
  const path = join(dataDir, file);
  if (!existsSync(path)) return undefined;
  const at = new Date(readFileSync(path, 'utf8').trim());
  return Number.isNaN(at.getTime()) ? undefined : at;
}
