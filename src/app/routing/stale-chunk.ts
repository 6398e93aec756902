import { buildId } from '#src/platform/build.ts';
import { seemsOnline } from '#src/platform/online.ts';
import { keepInTab, readTab } from '#src/platform/tab-storage.ts';

/** A part of the application that cannot be had now: not stored on this device and no network, or no longer on the server. */
export class PartMissing extends Error {
  readonly offline: boolean;

  constructor(offline: boolean, cause: unknown) {
    super(offline ? 'this part is not stored on this device' : 'this part is not on the server', { cause });
    this.name = 'PartMissing';
    this.offline = offline;
  }
}

/** What this needs of the page; handed in by tests. */
export interface Page {
  build: string;
  online(): boolean;
  reload(): void;
  wait(ms: number): Promise<void>;
}

/**
 * Loads a part of the application (reference codebases §7.7, pwa §1.4). After a failure it tries once more; a part that
 * a newer build has replaced reloads the page once per build, at the address that was asked for. What cannot be helped
 * is thrown as PartMissing; a fault inside the part itself is thrown as it is.
 */
export async function loadPart<T>(load: () => Promise<T>, page: Page = thisPage): Promise<T> {
  handling += 1;
  try {
    return await load().catch(async (error: unknown) => {
      if (!isStaleChunk(error)) throw error;
      if (!page.online()) throw new PartMissing(true, error);
      await page.wait(retryAfter);
      return await load();
    });
  } catch (error) {
    if (!isStaleChunk(error)) throw error;
    if (page.online() && reloadOnce(page)) return await new Promise<never>(() => {});
    throw new PartMissing(!page.online(), error);
  } finally {
    handling -= 1;
  }
}

/** Recovers the same way from parts that are loaded without `loadPart`, inside libraries. Called once at the start. */
export function watchPreloads(page: Page = thisPage): void {
  addEventListener('vite:preloadError', () => {
    if (handling === 0 && page.online()) reloadOnce(page);
  });
}

/** True for the errors by which browsers tell that a script or style of another build was asked for. */
export function isStaleChunk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const loading =
    error instanceof TypeError || error instanceof SyntaxError || error.message.startsWith('Unable to preload');
  return loading && staleWords.test(error.message);
}

const staleWords =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|does not provide an export named|valid JavaScript MIME type|text\/html/i;

const retryAfter = 400;
const reloadedKey = 'stale-reload';
let handling = 0;

const thisPage: Page = {
  get build() {
    return buildId();
  },
  online: seemsOnline,
  reload: () => location.reload(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Reloads unless this build has been reloaded for it before: a part missing for good must not spin the page. */
function reloadOnce(page: Page): boolean {
  if (readTab(reloadedKey) === page.build || !keepInTab(reloadedKey, page.build)) return false;
  page.reload();
  return true;
}
