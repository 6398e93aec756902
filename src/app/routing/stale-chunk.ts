import { buildId } from '#src/platform/build.ts';
import { seemsOnline } from '#src/platform/online.ts';
import { activeBuild } from '#src/platform/service-worker.ts';
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

/** Why a part is not there, in a few words for a person. Anything but PartMissing is told as a fault. */
export function missingWords(problem: unknown): string {
  if (!(problem instanceof PartMissing)) return '没有打开，请再试一次';
  return problem.offline ? '当前离线，联网后再打开' : '页面已有新版本，更新后再打开';
}

/** What this needs of the page; handed in by tests. */
export interface Page {
  build: string;
  online(): boolean;
  /** The build of the service worker that would answer a reload; null where the server would. */
  heldBuild(): Promise<string | null>;
  reload(): void;
  wait(ms: number): Promise<void>;
}

/**
 * Loads a part of the application (reference codebases §7.7, pwa §1.4). After a failure it tries once more; a part that
 * a newer build has replaced reloads the page once per build, at the address that was asked for, unless a service
 * worker would only bring this build again: a newer one is taken when a person says so (src/app/renew.ts). What cannot
 * be helped is thrown as PartMissing; a fault inside the part itself is thrown as it is.
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
    if (page.online() && (await reloadOnce(page))) return await new Promise<never>(() => {});
    throw new PartMissing(!page.online(), error);
  } finally {
    handling -= 1;
  }
}

/** Recovers the same way from parts that are loaded without `loadPart`, inside libraries. Called once at the start. */
export function watchPreloads(page: Page = thisPage): void {
  addEventListener('vite:preloadError', () => {
    if (handling === 0 && page.online()) void reloadOnce(page).catch(reportError);
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
  heldBuild: activeBuild,
  reload: () => location.reload(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Reloads unless that brings the same build, or this one has been reloaded for it before: a part missing for good must not spin the page. */
async function reloadOnce(page: Page): Promise<boolean> {
  if ((await page.heldBuild()) === page.build) return false;
  if (readTab(reloadedKey) === page.build || !keepInTab(reloadedKey, page.build)) return false;
  page.reload();
  return true;
}
