import type { Kit } from '#server/kit/serve-entity.ts';
import { serveBatches } from './batch/serve-batches.ts';
import { serveDecisions } from './decision/allot-decision.ts';
import { serveRules } from './rule/serve-rules.ts';

/** Rules, what they propose, and batches of allots (api.csv /v1/allotRule/*, /v1/allot/batch*). */
export function serveReplenishment(kit: Kit): void {
  serveRules(kit);
  serveDecisions(kit);
  serveBatches(kit);
}
