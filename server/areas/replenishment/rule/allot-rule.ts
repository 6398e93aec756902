import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { proposes } from '#contract/areas/replenishment/rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { EntityHooks } from '#server/kit/serve-entity.ts';

/** What a rule proposes by: changed, it has to be tried again before it is on. */
const terms = [
  'rule_type',
  'from_warehouse_ids',
  'to_warehouse_ids',
  'category_ids',
  'min_days',
  'max_days',
  'min_qty',
  'max_qty',
  'round_to',
  'keep_source_days',
] as const;

const untried = { simulated_at: null, sim_move_qty: null, sim_short_before: null, sim_short_after: null };

/** Rules: what is special about saving them and switching them on (decision 0061). */
export const allotRuleHooks: EntityHooks<typeof allotRule> = {
  async derive(context, values, before) {
    await refuseStrangers(context, values);
    if (!before || !terms.some((name) => JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null)))
      return {};
    return { ...untried, ...(proposes(values.rule_type) ? { status: 0 } : {}) };
  },
  async guardStatus(context, records, status) {
    for (const rule of records) {
      await refuseStrangers(context, rule);
      if (status === 1 && proposes(rule.rule_type) && rule.simulated_at === null)
        throw new Refusal('invalid', `规则“${String(rule.name)}”还没有按现在的条件试算，请先试算近 90 天`, 'status');
    }
  },
};

/** A rule is seen from one end; who writes it, switches it or runs it sees all of its warehouses. */
export async function refuseStrangers({ db, actor }: ReadContext | WriteContext, rule: Values): Promise<void> {
  const { from_warehouse_ids, to_warehouse_ids } = allotRule.fields;
  await checkReferences(db, actor, { fields: { from_warehouse_ids, to_warehouse_ids }, records: [rule] });
}
