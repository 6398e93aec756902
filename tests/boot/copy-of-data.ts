import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of a data directory whose server is stopped; `remove` takes it away again. */
export function copyOfData(made: string): { dataDir: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'back-office-demo-'));
  chmodSync(root, 0o711);
  const dataDir = join(root, 'data');
  cpSync(made, dataDir, { recursive: true });
  return { dataDir, remove: () => rmSync(root, { recursive: true, force: true }) };
}
