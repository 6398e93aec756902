import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the application as it is now: a journey through an old one proves nothing. */
export function buildApplication(): void {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
  });
}
