import type { ServerArea } from '#server/area.ts';
import { runWaitingCheck } from './check-runner.ts';
import { serveOps } from './serve-ops.ts';

/** What keeps the installation running. */
export const ops: ServerArea = {
  name: 'ops',
  serve: serveOps,
  timers: [{ name: '账户核对', everyMs: 2000, run: runWaitingCheck }],
};
