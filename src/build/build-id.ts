import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The name of this build: twelve hex digits over everything that goes into it, so that the same sources give the same
 * name and no clock is asked. `BUILD_ID` overrules it: a rollback is an older application under a new name.
 */
export function buildId(root: string): string {
  const given = process.env['BUILD_ID'];
  if (given !== undefined && /^[\w.-]{1,64}$/.test(given)) return given;
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

const sources = ['contract', 'src', 'sw', 'workers', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && !/\.test\.tsx?$/.test(file));
}
