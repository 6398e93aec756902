import { sql } from 'kysely';
import { allotSource, allotType } from '#contract/areas/allocation/allot-enums.ts';
import { allotDiffDecided } from '#contract/areas/allocation/allot-events.ts';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { decisionState, decisionType, ruleType } from '#contract/areas/replenishment/rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { makeAllots } from '../make-allots.ts';

/** Decisions: confirmed, they become allots; rulings of differences are written as they are made (domain.md §4.16). */
export function serveDecisions(kit: Kit): void {
  serveDocument(kit, allotDecision, { transitions: { confirm: { effect: (step) => confirm(kit, step) } } });
  kit.registry.events.on(allotDiffDecided, (context, ruling) => writeRuling(kit, context, ruling));
}

/** The allot_type of what a rule of each type proposes. */
const typeOfRule: Readonly<Record<number, number>> = {
  [ruleType.replenish]: allotType.replenish,
  [ruleType.balance]: allotType.between,
  [ruleType.back]: allotType.back,
};

/** Lines that nobody changed go as proposed. What is confirmed of them is what the allot asks for, and it is there or nothing happens. */
async function confirm(kit: Kit, step: Step<typeof allotDecision>): Promise<Values> {
  const { context, document } = step;
  const lines = (await step.lines()).map((line) => ({
    lineId: Number(line.id),
    skuId: Number(line.sku_id),
    qty: Number(line.confirm_qty ?? line.suggest_qty),
  }));
  const wanted = lines.filter(({ qty }) => qty > 0);
  if (wanted.length === 0) throw new Refusal('invalid', '确认数量全部为 0，请改为驳回', 'lines');
  await sql`
    update allot_decision_line set confirm_qty = suggest_qty where allot_decision_id = ${document.id} and confirm_qty is null`.execute(
    context.db,
  );
  const { rows } = await sql<{ rule_type: number }>`
    select rule_type from allot_rule where id = ${document.rule_id}`.execute(context.db);
  const made = await makeAllots(kit, context, {
    by: { definition: allotDecision, id: document.id, no: String(document.decision_no) },
    source: allotSource.decision,
    allotType: typeOfRule[rows[0]?.rule_type ?? 0] ?? allotType.replenish,
    from: Number(document.out_warehouse_id),
    expectDate: null,
    receivers: new Map([[Number(document.in_warehouse_id), wanted]]),
  });
  return {
    confirm_qty: wanted.reduce((sum, { qty }) => sum + qty, 0),
    allot_nos: made.map(({ no }) => no),
  };
}

/** What the event of a ruling says. */
export type Ruling = typeof allotDiffDecided extends EventKind<infer Payload> ? Payload : never;

/** What was decided of a difference, as a decision that has been confirmed: pieces by goods and verdict, whatever their grade. */
export async function writeRuling(kit: Pick<Kit, 'numbers'>, context: WriteContext, ruling: Ruling): Promise<void> {
  const lines = new Map<string, { sku_id: number; decide_type: number; suggest_qty: number; confirm_qty: number }>();
  for (const { sku_id, decide_type, diff_qty } of ruling.lines) {
    const key = `${sku_id}/${decide_type}`;
    const qty = (lines.get(key)?.suggest_qty ?? 0) + Math.abs(diff_qty);
    lines.set(key, { sku_id, decide_type, suggest_qty: qty, confirm_qty: qty });
  }
  const total = [...lines.values()].reduce((sum, { suggest_qty }) => sum + suggest_qty, 0);
  await createDocument(kit, context, {
    definition: allotDecision,
    status: decisionState.confirmed,
    source: { definition: { name: 'allotDiff' }, id: ruling.diff_id, no: ruling.diff_no },
    values: {
      decision_type: decisionType.ruling,
      out_warehouse_id: ruling.out_warehouse_id,
      in_warehouse_id: ruling.in_warehouse_id,
      duty: ruling.duty,
      duty_amount: ruling.duty_amount,
      total_qty: total,
      confirm_qty: total,
      decision_date: businessDay(context.now),
    },
    lines: [...lines.values()],
    label: '判责写入',
  });
}
