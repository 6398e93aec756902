import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build.ts';
import { makeDemoData } from './running-product.ts';

/**
 * Before all journeys: builds the application and makes the demo company once, which every product then starts with a copy of. Whoever writes a
 * journey keeps one between runs: JOURNEY_DEMO_DATA names its data directory, which is made when there is none.
 */
export default async function setUp(): Promise<() => void> {
  await buildApplication();
  const kept = process.env['JOURNEY_DEMO_DATA'];
  if (kept !== undefined) {
    if (!existsSync(kept)) await makeDemoData(kept);
    return () => undefined;
  }
  const root = mkdtempSync(join(tmpdir(), 'back-office-journeys-'));
  // The database runs as a user of its own, who must get through.
  chmodSync(root, 0o711);
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    await makeDemoData(join(root, 'data'));
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}
