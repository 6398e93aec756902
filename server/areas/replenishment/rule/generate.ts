import { sql } from 'kysely';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { daySale, type Move, propose, type RuleTerms } from '#contract/areas/replenishment/propose.ts';
import type { Generated } from '#contract/areas/replenishment/replenishment-calls.ts';
import {
  decisionState,
  decisionType,
  proposes,
  ruleType,
  validDays,
} from '#contract/areas/replenishment/rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Line } from '#server/kit/lines.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { refuseStrangers } from './allot-rule.ts';
import { type ReadShelf, readShelves } from './shelves.ts';
import { readTransferRoutes, type TransferRoutes } from './transfer-routes.ts';

/** A rule as it is run. */
export interface Rule extends RuleTerms {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly rule_type: number;
  readonly from_warehouse_ids: number[];
  readonly to_warehouse_ids: number[];
  readonly category_ids: number[];
  readonly priority: number;
  readonly schedule: string | null;
  readonly status: number;
}

/**
 * Runs rules, those with the lowest priority figure first, so that the later ones count with what the earlier ones propose. A new run of a rule takes
 * the place of its decisions that still wait. One decision for each route; a rule that proposes nothing makes none.
 */
export async function generate(
  kit: Kit,
  context: WriteContext,
  { rule_ids, date }: { rule_ids: readonly number[]; date?: string | undefined },
): Promise<Generated> {
  const today = businessDay(context.now);
  if (date !== undefined && date > today) throw new Refusal('invalid', '日期不能晚于今天', 'date');
  const rules: Rule[] = await lockRecords(context, allotRule, rule_ids);
  if (rules.length !== new Set(rule_ids).size) throw new Refusal('notFound');
  for (const rule of rules) await refuseRunning(context, rule);
  const made: Generated = { decision_nos: [], decision_ids: [] };
  const routes = await readTransferRoutes(context.db);
  for (const rule of rules.toSorted((one, other) => one.priority - other.priority || one.id - other.id)) {
    await replaceWaiting(kit, context, rule);
    for (const decision of await decisionsOf(context, rule, { routes, date: date ?? today })) {
      const { id, no } = await createDocument(kit, context, {
        definition: allotDecision,
        status: decisionState.waiting,
        values: {
          decision_type: decisionType.proposal,
          rule_id: rule.id,
          out_warehouse_id: decision.from,
          in_warehouse_id: decision.to,
          total_qty: decision.lines.reduce((sum, { suggest_qty }) => sum + Number(suggest_qty), 0),
          decision_date: date ?? today,
          valid_to: businessDay(new Date(context.now.getTime() + validDays * day)),
        },
        lines: decision.lines,
        label: '运行规则',
      });
      made.decision_nos.push(no ?? '');
      made.decision_ids.push(id);
    }
    await sql`update allot_rule set last_run_at = ${context.now.toISOString()} where id = ${rule.id}`.execute(
      context.db,
    );
  }
  return made;
}

const day = 86_400_000;

async function refuseRunning(context: WriteContext, rule: Rule): Promise<void> {
  if (!proposes(rule.rule_type)) throw new Refusal('invalid', `“${rule.name}”是调拨通道，不生成决策`, 'rule_ids');
  if (rule.status !== 1) throw new Refusal('invalid', `规则“${rule.name}”没有启用`, 'rule_ids');
  await refuseStrangers(context, { ...rule });
}

// Whoever is confirming one of them has it: what has been confirmed meanwhile waits no more.
async function replaceWaiting({ registry }: Kit, context: WriteContext, { id: ruleId }: Rule): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from allot_decision where rule_id = ${ruleId} and status = ${decisionState.waiting} order by id for no key update`.execute(
    context.db,
  );
  for (const { id } of rows) await runTransition(registry, context, { definition: allotDecision, name: 'replace', id });
}

interface GoodsOfRoute {
  readonly from: number;
  readonly to: number;
  readonly lines: Line[];
}

async function decisionsOf(
  { db }: WriteContext,
  rule: Rule,
  { routes, date }: { routes: TransferRoutes; date: string },
): Promise<GoodsOfRoute[]> {
  const shelves = await readShelves(db, {
    warehouses: [...new Set([...rule.from_warehouse_ids, ...rule.to_warehouse_ids])],
    categories: rule.category_ids,
    date,
  });
  const found = new Map<string, GoodsOfRoute>();
  for (const goods of byGoods(shelves)) {
    for (const move of proposeFor(rule, goods, routes)) {
      const key = `${move.from}/${move.to}`;
      const route = found.get(key) ?? { from: move.from, to: move.to, lines: [] };
      found.set(key, route);
      route.lines.push(lineOf(move, goods));
    }
  }
  return [...found.values()]
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .flatMap(({ lines, ...route }) =>
      Array.from({ length: Math.ceil(lines.length / limits.documentLines) }, (_, part) => ({
        ...route,
        lines: lines.slice(part * limits.documentLines, (part + 1) * limits.documentLines),
      })),
    );
}

/** The shelves of one piece of goods after the other. */
export function* byGoods(shelves: readonly ReadShelf[]): Generator<readonly ReadShelf[]> {
  for (let at = 0; at < shelves.length; ) {
    let end = at;
    while (shelves[end]?.sku_id === shelves[at]?.sku_id) end += 1;
    yield shelves.slice(at, end);
    at = end;
  }
}

/** What a rule proposes of one piece of goods; what came in lately is not sent back. */
export function proposeFor(rule: Rule, goods: readonly ReadShelf[], routes: TransferRoutes): Move[] {
  const at = new Map(goods.map((shelf) => [shelf.warehouse_id, shelf]));
  const categories = goods[0]?.categories ?? [];
  const there = (ids: readonly number[]) => ids.flatMap((id) => at.get(id) ?? []);
  const isBack = rule.rule_type === ruleType.back;
  // What a warehouse never had can be sent back to it all the same.
  const receivers = isBack
    ? rule.to_warehouse_ids.map((id) => at.get(id) ?? { warehouse_id: id, available: 0, coming: 0, sold: 0 })
    : there(rule.to_warehouse_ids);
  return propose({
    type: rule.rule_type,
    terms: rule,
    senders: there(rule.from_warehouse_ids).filter(({ fresh }) => !isBack || !fresh),
    receivers,
    mayGo: (from, to) => routes.mayGo(from, to, categories),
  });
}

function lineOf({ from, to, qty }: Move, goods: readonly ReadShelf[]): Line {
  const sender = goods.find(({ warehouse_id }) => warehouse_id === from);
  const receiver = goods.find(({ warehouse_id }) => warehouse_id === to);
  return {
    sku_id: goods[0]?.sku_id,
    out_available_qty: sender?.available ?? 0,
    in_available_qty: receiver?.available ?? 0,
    in_coming_qty: receiver?.coming ?? 0,
    day_sale_x100: daySale(receiver?.sold ?? 0),
    suggest_qty: qty,
  };
}
