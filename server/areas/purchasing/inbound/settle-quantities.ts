import { type DiffType, dealType, diffType } from '#contract/areas/purchasing/inbound-enums.ts';

/** A line of a batch as it was counted. The lines that one planned line was split into name it. */
export interface Counted {
  readonly id: number;
  readonly split_of_id: number | null;
  readonly sku_id: number;
  readonly imperfect_type: number;
  readonly plan_qty: number;
  readonly count_qty: number;
  readonly purchase_price: number;
}

/** A planned line of a batch with all that was counted of it, the good pieces first. */
export interface Group<L extends Counted = Counted> {
  readonly root: L;
  readonly lines: readonly L[];
  readonly plan: number;
  readonly counted: number;
  readonly damaged: number;
}

/** How what was counted differs from what was planned. `qty` of what is short is below zero. */
export interface Difference {
  readonly root: Counted;
  readonly type: DiffType;
  readonly plan: number;
  readonly counted: number;
  readonly qty: number;
}

/** What was decided of a difference; `accept_qty` of its pieces are taken in. */
export interface Decision {
  readonly detail_id: number;
  readonly diff_type: number;
  readonly deal_type: number | null;
  readonly accept_qty: number | null;
}

/** The planned lines of a batch in their order. */
export function groupsOf<L extends Counted>(lines: readonly L[]): Group<L>[] {
  const byRoot = new Map<number, L[]>();
  for (const line of lines) {
    const root = line.split_of_id ?? line.id;
    byRoot.set(root, [...(byRoot.get(root) ?? []), line]);
  }
  return [...byRoot].flatMap(([id, own]) => {
    const root = own.find((line) => line.id === id);
    if (!root) return [];
    const sum = (some: readonly L[]) => some.reduce((all, { count_qty }) => all + count_qty, 0);
    return [
      {
        root,
        lines: own.toSorted((one, other) => one.imperfect_type - other.imperfect_type || one.id - other.id),
        plan: root.plan_qty,
        counted: sum(own),
        damaged: sum(own.filter(({ imperfect_type }) => imperfect_type !== 0)),
      },
    ];
  });
}

/**
 * The differences of a batch: too few, too many, goods that nobody planned, and pieces that came damaged, each of a planned line for
 * itself, since each of them may be decided otherwise (domain.md §4.8; the plan is of good pieces, amendments G4).
 */
export function differencesOf(lines: readonly Counted[]): Difference[] {
  return groupsOf(lines).flatMap(({ root, plan, counted, damaged }) => {
    const found: [DiffType, number][] = [];
    if (counted < plan) found.push([diffType.short, counted - plan]);
    else if (counted > plan) found.push([plan === 0 ? diffType.wrong : diffType.over, counted - plan]);
    if (damaged > 0) found.push([diffType.quality, damaged]);
    return found.map(([type, qty]) => ({ root, type, plan, counted, qty }));
  });
}

/** How many pieces of each line come in, by what was decided: all that were counted where nothing says otherwise. */
export function receivedOf(lines: readonly Counted[], decisions: readonly Decision[]): Map<number, number> {
  const received = new Map<number, number>();
  for (const group of groupsOf(lines)) {
    const of = (type: DiffType) =>
      decisions.find(({ detail_id, diff_type }) => detail_id === group.root.id && diff_type === type);
    const damagedStay = of(diffType.quality)?.deal_type === dealType.refuse;
    let left = mostOf(group, of(diffType.over), of(diffType.wrong));
    // What goes back of too many is what is worth least: the good pieces are taken first.
    for (const { id, imperfect_type, count_qty } of group.lines) {
      const taken = damagedStay && imperfect_type !== 0 ? 0 : Math.min(count_qty, left);
      received.set(id, taken);
      left -= taken;
    }
  }
  return received;
}

/** Pieces of each planned line that will not come any more, because somebody decided so: by its id. */
export function closedOf(lines: readonly Counted[], decisions: readonly Decision[]): Map<number, number> {
  const settled = new Set(
    decisions
      .filter(({ diff_type, deal_type }) => diff_type === diffType.short && deal_type === dealType.asCounted)
      .map(({ detail_id }) => detail_id),
  );
  return new Map(
    groupsOf(lines).flatMap(({ root, plan, counted }) =>
      settled.has(root.id) && counted < plan ? [[root.id, plan - counted] as const] : [],
    ),
  );
}

function mostOf({ plan, counted }: Group, over: Decision | undefined, wrong: Decision | undefined): number {
  if (counted <= plan) return counted;
  const decision = plan === 0 ? wrong : over;
  return plan + (decision?.deal_type === dealType.accept ? (decision.accept_qty ?? 0) : 0);
}
