import type { PushedOrder } from '#contract/areas/orders/order-push.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { type Chance, createChance } from '#tests/torture/chance.ts';

/** What stands on the shelves of a shop, by what both sides know. */
export interface Shelf {
  readonly shop_no: string;
  readonly goods: readonly { readonly sku_no: string; readonly price: number }[];
}

/** A push as a till makes it: what, and the place in the day at which it is sent. */
export interface Telling {
  readonly receipt: PushedOrder;
  /** Whether it was said before and nobody heard the answer. */
  readonly again: boolean;
}

interface Asked {
  readonly shelves: readonly Shelf[];
  /** Tills, shared out among the shops. */
  readonly tills: number;
  /** Receipts of each. */
  readonly receipts: number;
  readonly seed: number;
  readonly now: Date;
}

const payWays = [1, 1, 1, 2, 3, 4];
const openHours = 12;

/**
 * The day before, as tills tell of it: each its receipts in their order, one in ten tills only after all others, for it was offline; one receipt in
 * eight is told twice, and one in two hundred names goods that nobody knows.
 */
export function dayOfTills({ shelves, tills, receipts, seed, now }: Asked): Telling[] {
  const chance = createChance(seed);
  const day = businessDay(new Date(now.getTime() - 86_400_000));
  const opened = Date.parse(`${day}T10:00:00+08:00`);
  const told: { at: number; telling: Telling }[] = [];
  for (let till = 0; till < tills; till += 1) {
    const shelf = shelves[till % shelves.length];
    if (!shelf) break;
    const late = chance.hits(1 / 10) ? openHours * 3_600_000 : 0;
    for (let n = 0; n < receipts; n += 1) {
      const at = Math.floor(((n + 1) / (receipts + 1)) * openHours * 3_600_000);
      const receipt = receiptOf({ shelf, chance, at: opened + at, no: `${day.slice(5)}-${seed}-${till + 1}-${n + 1}` });
      told.push({ at: at + late, telling: { receipt, again: false } });
      if (chance.hits(1 / 8))
        told.push({ at: at + late + 60_000 * chance.between(0, 90), telling: { receipt, again: true } });
    }
  }
  return told.toSorted((one, other) => one.at - other.at).map(({ telling }) => telling);
}

interface Making {
  readonly shelf: Shelf;
  readonly chance: Chance;
  readonly at: number;
  readonly no: string;
}

function receiptOf({ shelf, chance, at, no }: Making): PushedOrder {
  const items = Array.from({ length: chance.between(1, 3) }, () => {
    const { sku_no, price } = chance.pick(shelf.goods);
    const qty = chance.between(1, 2);
    const promotion_amount = chance.hits(1 / 4) ? Math.floor((price * qty) / 10) : 0;
    return { sku_no, qty, sale_price: price, promotion_amount, final_amount: price * qty - promotion_amount };
  });
  if (chance.hits(1 / 200) && items[0]) items[0].sku_no = 'UNKNOWN';
  const sum = (of: (item: (typeof items)[number]) => number) => items.reduce((total, item) => total + of(item), 0);
  const payable_amount = sum(({ final_amount }) => final_amount);
  const pay_type = chance.pick(payWays);
  return {
    source: 1,
    source_order_no: no,
    sale_channel_type: 'shop',
    ordered_at: new Date(at).toISOString(),
    shop_no: shelf.shop_no,
    cashier: 'cashier',
    shift: '1',
    goods_amount: sum(({ sale_price, qty }) => sale_price * qty),
    promotion_amount: sum(({ promotion_amount }) => promotion_amount),
    payable_amount,
    items,
    payments: [{ pay_type, amount: payable_amount, trade_no: `${shelf.shop_no}-${no}` }],
  };
}
