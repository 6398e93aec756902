import { warehousesClosing } from '#contract/areas/partners/warehouse.ts';
import { answerClosing } from '#server/kit/closing-check.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { serveAllot } from './allot/serve-allot.ts';
import { serveAllotCalls } from './allot/serve-calls.ts';
import { makeWantedAllots } from './allot/wanted.ts';
import { closingChecks } from './closing-checks.ts';
import { serveDiff } from './diff/serve-diff.ts';
import { serveEntries } from './entries/serve-entries.ts';
import { serveOut } from './out/serve-out.ts';
import { refuseClosing } from './refuse-closing.ts';

/** Allots, the sender's part of them, their cartons, and their differences. */
export function serveAllocation(kit: Kit): void {
  kit.registry.events.on(warehousesClosing, refuseClosing);
  serveAllot(kit);
  makeWantedAllots(kit);
  serveAllotCalls(kit);
  serveOut(kit);
  serveEntries(kit);
  serveDiff(kit);
  answerClosing(kit, closingChecks);
}
