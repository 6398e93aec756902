import { type RawBuilder, sql } from 'kysely';
import { till } from '#contract/areas/orders/order-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Pushed } from './resolve.ts';

/** What makes one receipt another than that of the same number (amendments H7). */
export interface Receipt {
  readonly source: number;
  /** The shop of a till, else the channel. */
  readonly place: string;
  readonly no: string;
  /** Business year of the sale. */
  readonly year: number;
}

export type Channel = Pick<Pushed, 'sale_channel_type' | 'sale_channel_value'>;
type Named = Channel & Pick<Pushed, 'source' | 'source_order_no' | 'ordered_at' | 'shop_no'>;

/** Each till and channel counts its own receipts, and anew each year. */
export function receiptOf(pushed: Named): Receipt {
  return {
    source: pushed.source,
    place: pushed.source === till ? (pushed.shop_no ?? '') : channelOf(pushed),
    no: pushed.source_order_no,
    year: Number(businessDay(new Date(pushed.ordered_at)).slice(0, 4)),
  };
}

/** The name under which a channel counts. */
export const channelOf = ({ sale_channel_type: type, sale_channel_value: value }: Channel): string =>
  value ? `${type}/${value}` : type;

/** Picks the row of `order_push` that is this receipt. */
export const isReceipt = ({ source, place, no, year }: Receipt): RawBuilder<boolean> =>
  sql<boolean>`source_order_no = ${no} and source = ${source} and place = ${place} and business_year = ${year}`;
