import { z } from 'zod';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { allotRuleHooks } from './allot-rule.ts';
import { generate } from './generate.ts';
import { simulate } from './simulate.ts';
import { keepToTransferRoutes } from './transfer-routes.ts';

/** Rules, their trial and their runs, and the routes that allots keep to (api.csv /v1/allotRule/*). */
export function serveRules(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, allotRule, allotRuleHooks);
  keepToTransferRoutes(registry);
  registry.write(
    ruleCalls.generate,
    z.strictObject({ rule_ids: z.array(id).min(1).max(limits.pageSizeMost), date: z.iso.date().optional() }),
    (context, asked) => generate(kit, context, asked),
    allotRule,
  );
  registry.write(ruleCalls.simulate, z.strictObject({ id, version: z.int().min(1) }), simulate, allotRule);
}

const id = z.int().min(1);
