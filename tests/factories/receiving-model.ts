/** What is decided of the differences of a batch, by their kind. */
export interface Decided {
  /** Too few: nothing more will come. */
  readonly close: boolean;
  /** Too many: taken in as far as the order lets in. */
  readonly accept: boolean;
  /** Damaged: not taken in. */
  readonly refuse: boolean;
}

/** Good and damaged pieces of one of the goods, as they were counted. */
export interface CountedPieces {
  readonly good: number;
  readonly worse: number;
}

interface OrderLine {
  readonly qty: number;
  readonly most: number;
  readonly unit: number;
  in: number;
  booked: number;
  closed: number;
}

interface ArrivalLine {
  readonly plan: number;
  in: number;
  booked: number;
}

interface Arrival {
  readonly id: number;
  readonly lines: ReadonlyMap<number, ArrivalLine>;
  isOpen: boolean;
}

interface Batch {
  readonly id: number;
  readonly arrival: Arrival;
  /** By the place of the goods: pieces by grade that came in, and those that were closed. */
  readonly came: ReadonlyMap<number, { readonly taken: readonly [number, number]; readonly closed: number }>;
}

/** Pieces of one batch that stand on the shelf. */
interface Shelved {
  readonly batch: number;
  readonly place: number;
  readonly grade: number;
  qty: number;
}

/**
 * One order, the appointments that bring it, and what stands on the shelf of it, counted by hand: as somebody would with a pencil, without
 * a look at how the house does it. Goods are named by their place in the order.
 */
export class ReceivingModel {
  readonly lines: OrderLine[];
  readonly arrivals: Arrival[] = [];
  readonly batches: Batch[] = [];
  shelf: Shelved[] = [];

  constructor(lines: readonly { qty: number; price: number; rate: number }[], over: number) {
    this.lines = lines.map(({ qty, price, rate }) => ({
      qty,
      most: qty + Math.floor((qty * over) / 10_000),
      // 2a + b over 2b, floored, is a over b with halves rounded up.
      unit: Math.floor((2 * price * 10_000 + 10_000 + rate) / (2 * (10_000 + rate))),
      in: 0,
      booked: 0,
      closed: 0,
    }));
  }

  line(place: number): OrderLine {
    const line = this.lines[place];
    if (!line) throw new Error(`no goods ${place}`);
    return line;
  }

  /** What is left to be brought of each line. */
  open(): number[] {
    return this.lines.map(({ qty, in: came, booked, closed }) => Math.max(0, qty - came - booked - closed));
  }

  arrive(id: number, plans: readonly number[]): void {
    const lines = new Map<number, ArrivalLine>();
    for (const [place, plan] of plans.entries()) {
      if (plan === 0) continue;
      lines.set(place, { plan, in: 0, booked: plan });
      this.line(place).booked += plan;
    }
    this.arrivals.push({ id, lines, isOpen: true });
  }

  /** Whether pieces of each of the goods that are too many could be taken in. */
  mayAccept(arrival: Arrival, counts: readonly CountedPieces[]): boolean {
    return [...arrival.lines].every(([place, { plan }]) => totalOf(counts[place]) <= plan || this.room(place) > 0);
  }

  room(place: number): number {
    const { most, in: came, booked, closed } = this.line(place);
    return Math.max(0, most - came - booked - closed);
  }

  /** What comes in of an appointment by such a count and such decisions; undefined where the order has no room for it. */
  taking(arrival: Arrival, counts: readonly CountedPieces[], decided: Decided): Batch['came'] | undefined {
    const came = new Map<number, { taken: readonly [number, number]; closed: number }>();
    for (const [place, { plan, booked }] of arrival.lines) {
      const { good, worse } = counts[place] ?? nothing;
      const over = Math.max(0, good + worse - plan);
      const most = Math.min(good + worse, plan) + (decided.accept ? Math.min(over, this.room(place)) : 0);
      const first = Math.min(good, most);
      const second = decided.refuse ? 0 : Math.min(worse, most - first);
      const closed = decided.close ? Math.max(0, plan - good - worse) : 0;
      const added = first + second + closed - Math.min(first + second + closed, booked);
      const line = this.line(place);
      if (added > 0 && line.in + line.booked + line.closed + added > line.most) return undefined;
      came.set(place, { taken: [first, second], closed });
    }
    return came;
  }

  receive(id: number, arrival: Arrival, came: Batch['came']): void {
    for (const [place, { taken, closed }] of came) {
      const [line, own] = [this.line(place), arrival.lines.get(place)];
      if (!own) throw new Error(`the appointment does not bring goods ${place}`);
      const qty = taken[0] + taken[1];
      line.in += qty;
      line.closed += closed;
      own.in += qty;
      // It is the only batch of the appointment, which is over by it.
      line.booked -= own.booked;
      own.booked = 0;
      for (const [grade, pieces] of taken.entries())
        if (pieces > 0) this.shelf.push({ batch: id, place, grade, qty: pieces });
    }
    arrival.isOpen = false;
    this.batches.push({ id, arrival, came });
  }

  /** Takes pieces off the shelf, the oldest first; false where there are not so many. */
  lose(place: number, grade: number, qty: number): boolean {
    const own = this.shelf.filter((one) => one.place === place && one.grade === grade);
    if (own.reduce((sum, one) => sum + one.qty, 0) < qty) return false;
    let left = qty;
    for (const one of own) {
      const part = Math.min(left, one.qty);
      one.qty -= part;
      left -= part;
    }
    return true;
  }

  /** Takes a batch back; false where a piece of it is gone. */
  reverse(batch: Batch): boolean {
    const standing = (place: number, grade: number) =>
      this.shelf.find((one) => one.batch === batch.id && one.place === place && one.grade === grade)?.qty ?? 0;
    const whole = [...batch.came].every(([place, { taken }]) =>
      taken.every((qty, grade) => standing(place, grade) === qty),
    );
    if (!whole) return false;
    this.shelf = this.shelf.filter((one) => one.batch !== batch.id);
    for (const [place, { taken, closed }] of batch.came) {
      const [line, own] = [this.line(place), batch.arrival.lines.get(place)];
      if (!own) continue;
      const qty = taken[0] + taken[1];
      // What was planned and came, or was closed, is waited for again.
      const booked = Math.min(own.plan, qty + closed);
      line.in -= qty;
      line.closed -= closed;
      line.booked += booked;
      own.in = 0;
      own.booked = booked;
    }
    batch.arrival.isOpen = true;
    this.batches.splice(this.batches.indexOf(batch), 1);
    return true;
  }

  /** Where the quantities put the order: 3 nothing came, 4 something, 5 nothing is left to come. */
  status(): number {
    if (this.lines.every(({ qty, in: came, closed }) => came + closed >= qty)) return 5;
    return this.lines.some(({ in: came }) => came > 0) ? 4 : 3;
  }
}

const nothing: CountedPieces = { good: 0, worse: 0 };
const totalOf = ({ good, worse }: CountedPieces = nothing): number => good + worse;
