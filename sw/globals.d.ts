/** Name of this build, written in by vite.config.ts. */
declare const __BUILD__: string;

/** What stands in the list that the build writes in. */
interface WorkerGlobalScope {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
}

/** Background Sync (Chromium only; not in TypeScript's library). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
