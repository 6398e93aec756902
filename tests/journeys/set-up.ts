import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build.ts';

/**
 * Before all journeys: builds the application and makes the demo company once, which every product then starts with a copy of. A run has made
 * it before (DEMO_DATA); whoever writes a journey keeps one between runs in the directory of that name.
 */
export default async function setUp(): Promise<() => void> {
  await buildApplication();
  const kept = process.env['DEMO_DATA'];
  if (kept !== undefined) {
    await makeUnlessThere(kept);
    return () => undefined;
  }
  const root = mkdtempSync(join(tmpdir(), 'back-office-journeys-'));
  chmodSync(root, 0o711);
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    // The runner's environment reaches its workers.
    process.env['DEMO_DATA'] = join(root, 'data');
    await makeUnlessThere(process.env['DEMO_DATA']);
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

/** To read the whole server takes the runner half a minute, which it need not where the company is there. */
async function makeUnlessThere(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const { makeDemoData } = await import('#tests/boot/make-demo-data.ts');
  await makeDemoData(directory);
}
