import type { OrderNamed } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay, printTime } from '#contract/kit/kinds/time.ts';
import type { Tx } from '#server/database/transaction.ts';
import { openDayFor } from '#server/terms/open-day.ts';

/** What of an order its events name: of its record, whichever step has it. */
export interface NamedOrder {
  readonly id: number;
  readonly order_no: string;
  readonly source: number;
  readonly sale_channel_type: string;
  readonly shop_id: number | null;
  readonly warehouse_id: number;
  readonly user_id: number | null;
  readonly cashier_id: number | null;
  readonly sales_id: number | null;
  readonly shift: string | null;
}

/** The order as its events name it: what happened at `at` counts for the first open day from then on. */
export function namedOf(order: NamedOrder, { at, day }: { at: string; day: string }): OrderNamed {
  const { id, order_no, source, sale_channel_type, shop_id, warehouse_id, user_id, cashier_id, sales_id, shift } =
    order;
  return {
    order_id: id,
    order_no,
    source,
    sale_channel_type,
    shop_id,
    warehouse_id,
    user_id,
    cashier_id,
    sales_id,
    shift,
    at,
    business_date: day,
  };
}

/** The business day of something that happened at an ISO time; where no period is open any more, the day itself. */
export async function dayOf(tx: Tx, at: string): Promise<string> {
  const day = businessDay(new Date(at));
  return (await openDayFor(tx, day))?.day ?? day;
}

/** How fast a channel's clock may be. */
const clockMs = 5 * 60_000;

/** Nothing has happened that is still to come: a time beyond what a clock may be fast by is refused. */
export function refuseLater(at: string, now: Date, field: string): void {
  if (new Date(at).getTime() > now.getTime() + clockMs)
    throw new Refusal('invalid', `时间 ${printTime(at)} 晚于现在，请核对收银机或渠道的时钟`, field);
}

/** A channel's clock may be a little fast: nothing has happened later than now. */
export const notLater = (at: string, now: Date): string =>
  new Date(at).getTime() > now.getTime() ? now.toISOString() : new Date(at).toISOString();
