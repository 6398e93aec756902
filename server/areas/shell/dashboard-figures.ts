import { sql } from 'kysely';
import { roles } from '#contract/areas/access/roles.ts';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState } from '#contract/areas/contracts/contract-enums.ts';
import { accessesOf, listAddress } from '#contract/areas/shell/addresses.ts';
import {
  type DashboardAnswer,
  mostFigures,
  type RoleFigure,
  sellThroughDays,
} from '#contract/areas/shell/dashboard.ts';
import {
  type FigureMeaning,
  type FigureName,
  figures,
  figuresOfOthers,
  figuresOfRole,
  type WorkedOut,
  workedOut,
} from '#contract/areas/shell/role-figures.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { bizType, stock } from '#contract/areas/warehouse/stock.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { exactSum } from '#server/kit/exact-sum.ts';
import { conditionsOf, whereClause } from '#server/kit/list-query.ts';

/** The figures of this person's roles, as many as a landing page has: those that they may list, in the order of the roles. */
export async function figuresOf(context: ReadContext, sales: DashboardAnswer['sales']): Promise<RoleFigure[]> {
  const found: RoleFigure[] = [];
  for (const name of await wantedBy(context)) {
    if (found.length === mostFigures) break;
    const figure =
      name in figures ? await listedFigure(context, name as FigureName) : await special(context, name, sales);
    if (figure) found.push(figure);
  }
  return found;
}

async function wantedBy({ db, actor }: ReadContext): Promise<(FigureName | WorkedOut)[]> {
  const { rows } = await sql<{ code: string }>`
    select r.code from admin_role h join role r on r.id = h.role_id and r.status = 1 where h.admin_id = ${actor.id}`.execute(
    db,
  );
  const held = new Set(rows.map(({ code }) => code));
  const wanted = Object.entries(figuresOfRole).flatMap(([code, names]) => (held.has(code) ? names : []));
  const known = roles.some(({ code }) => held.has(code) && code in figuresOfRole);
  return [...new Set(known ? wanted : figuresOfOthers)];
}

/** What a list with the filters of a figure has, for whoever may look at that list. */
export async function listedFigure({ db, actor, now }: ReadContext, name: FigureName): Promise<RoleFigure | undefined> {
  const { of, label, note, asks, sum, bad }: FigureMeaning = figures[name];
  if (!mayList(of, actor)) return undefined;
  const asked = asks((after) => businessDay(new Date(now.getTime() + after * day)));
  const seen = seenBy(of, actor);
  const summed = sum !== undefined && seen.list.sum?.includes(sum) ? sum : undefined;
  const { rows } = await sql<{ count: number; amount: number | null }>`
    select count(*)::int as count, ${summed === undefined ? sql`null::bigint` : exactSum(summed)} as amount
    from ${sql.table(tableOf(of))} as r${whereClause(conditionsOf(seen, actor, asked))}`.execute(db);
  const { count = 0, amount = null } = rows[0] ?? {};
  const filters = Object.entries(asked).map(([key, value]) => [key, asText(value)]);
  return {
    name,
    label,
    note,
    count,
    amount,
    share: null,
    bad: bad === true && count > 0,
    url: mayOpen(of, actor) ? (listAddress(of, Object.fromEntries(filters)) ?? null) : null,
  };
}

/** As the address of a list carries it (src/engine/list/list-address.ts). */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function special(
  context: ReadContext,
  name: string,
  sales: DashboardAnswer['sales'],
): Promise<RoleFigure | undefined> {
  const figure = (more: Partial<RoleFigure>): RoleFigure => ({
    name,
    ...workedOut[name as WorkedOut],
    count: null,
    amount: null,
    share: null,
    bad: false,
    url: null,
    ...more,
  });
  if (name === 'openToBuy') return figureOrNone(await openToBuy(context), figure);
  if (name === 'sellThrough') return figureOrNone(await sellThrough(context), figure);
  const sold = name === 'salesToday' ? sales?.today : sales?.recent;
  return sold && figure({ count: sold.orders, amount: sold.amount, url: sold.url });
}

const figureOrNone = (
  more: Partial<RoleFigure> | undefined,
  figure: (more: Partial<RoleFigure>) => RoleFigure,
): RoleFigure | undefined => more && figure(more);

/** What may still be ordered by the contracts in force that have a limit, each by what its orders leave of it. */
async function openToBuy({ db, actor }: ReadContext): Promise<Partial<RoleFigure> | undefined> {
  if (!mayList(contract, actor) || !seenBy(contract, actor).fields.amount_limit) return undefined;
  const scoped = scopeCondition(contract, actor, 'r');
  const { rows } = await sql<{ amount: number | null }>`
    select coalesce(sum(greatest(0, r.amount_limit - coalesce(t.taken, 0))), 0)::bigint as amount
    from contract r left join lateral (
      select sum((l.qty - l.closed_qty) * l.purchase_price) as taken
      from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
      where o.contract_id = r.id and o.status in (1, 3, 4, 5, 6)) as t on true
    where r.status = ${contractState.inForce} and r.amount_limit is not null${scoped ? sql` and ${scoped}` : sql``}`.execute(
    db,
  );
  return {
    amount: rows[0]?.amount ?? 0,
    url: listAddress(contract, { status: contractState.inForce, amount_limit_from: 0 }) ?? null,
  };
}

/** Of the pieces that were there to be sold, what part was. */
async function sellThrough({ db, actor, now }: ReadContext): Promise<Partial<RoleFigure> | undefined> {
  if (!mayList(stock, actor)) return undefined;
  const since = new Date(now.getTime() - sellThroughDays * day).toISOString();
  const [moved, left] = [scopeCondition(inventoryStream, actor, 'r'), scopeCondition(stock, actor, 's')];
  const { rows } = await sql<{ sold: number; left: number }>`
    select greatest(0, coalesce((select -sum(r.on_hand_delta) from inventory_stream as r
        where r.happened_at >= ${since}::timestamptz and r.biz_type in (${bizType.sale}, ${bizType.saleReturn})${moved ? sql` and ${moved}` : sql``}), 0))::bigint as sold,
      coalesce((select sum(s.qty_on_hand) from stock as s where s.qty_on_hand > 0${left ? sql` and ${left}` : sql``}), 0)::bigint as left`.execute(
    db,
  );
  const { sold = 0, left: rest = 0 } = rows[0] ?? {};
  if (sold + rest === 0) return undefined;
  // What was sold is in the ledger; what is left is no less by it.
  const asked = { biz_type: JSON.stringify([bizType.sale, bizType.saleReturn]), happened_at_from: since };
  const url = mayList(inventoryStream, actor) ? (listAddress(inventoryStream, asked) ?? null) : null;
  return { share: Math.round((sold * 10_000) / (sold + rest)), url };
}

const day = 86_400_000;

/** Whether the screen that shows the list is open to this person, besides the list. */
const mayOpen = (definition: AnyDefinition, actor: Actor): boolean =>
  accessesOf(definition).every((access) => access !== undefined && allows(actor, access));

function mayList(definition: AnyDefinition, actor: Actor): boolean {
  const access = definition.calls.list?.[1];
  return access !== undefined && allows(actor, access);
}
