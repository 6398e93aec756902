/** Pieces of one grade with one date. Dates as `YYYY-MM-DD`. */
export interface Figure {
  readonly imperfect_type: number;
  readonly production_date: string | null;
  readonly expire_at: string | null;
  readonly qty: number;
}

/** A figure that is said of a planned line of a batch. */
export interface Stated extends Figure {
  readonly line_id: number;
}

/** What was counted of some goods, each grade and date once. */
export type Figures = Map<string, Figure>;

/** Adds pieces to figures, or takes some away; false, and nothing is changed, where there are not so many. */
export function addTo(figures: Figures, figure: Figure): boolean {
  const key = keyOf(figure);
  const qty = (figures.get(key)?.qty ?? 0) + figure.qty;
  if (qty < 0) return false;
  if (qty === 0) figures.delete(key);
  else figures.set(key, { ...figure, qty });
  return true;
}

/**
 * Gives the pieces of some goods to the planned lines that expect them, in their order: each gets as many as it plans, the good ones and
 * those that expire first before the others, and the last one gets what is over. The same pieces lead to the same lines, in whatever
 * order they were counted.
 */
export function spread(
  roots: readonly { readonly id: number; readonly plan_qty: number }[],
  figures: Iterable<Figure>,
): Stated[] {
  const left = [...figures].toSorted(inOrder).map((figure) => ({ ...figure }));
  return roots.flatMap((root, place) => {
    let room = place === roots.length - 1 ? Number.POSITIVE_INFINITY : root.plan_qty;
    const own: Stated[] = [];
    for (const figure of left) {
      const qty = Math.min(figure.qty, room);
      if (qty === 0) continue;
      own.push({ ...figure, line_id: root.id, qty });
      figure.qty -= qty;
      room -= qty;
    }
    return own.length > 0 ? own : [{ ...nothing, line_id: root.id }];
  });
}

const nothing: Figure = { imperfect_type: 0, production_date: null, expire_at: null, qty: 0 };

const keyOf = ({ imperfect_type, production_date, expire_at }: Figure) =>
  `${imperfect_type}/${production_date ?? ''}/${expire_at ?? ''}`;

// Without a date last: such pieces are to be looked at again.
const dateOf = (date: string | null) => date ?? '9999-12-31';

const inOrder = (one: Figure, other: Figure) =>
  one.imperfect_type - other.imperfect_type ||
  dateOf(one.expire_at).localeCompare(dateOf(other.expire_at)) ||
  dateOf(one.production_date).localeCompare(dateOf(other.production_date));
