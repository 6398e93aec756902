import type { EventKind } from '#contract/kit/event.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/** What an entry says besides subject and amount. */
interface Aux {
  readonly supplier_id?: number | null;
  readonly shop_id?: number | null;
  readonly warehouse_id?: number | null;
  readonly department_id?: number | null;
}

/** An amount of an event that a rule of vouchers books; in fen, below zero with debit and credit exchanged, nothing at zero. */
export interface Part {
  /** Its name in `voucher_rule`. */
  readonly part: string;
  readonly amount: number;
  readonly debit?: Aux;
  readonly credit?: Aux;
}

/** What an event says of its voucher. */
export interface Bookable {
  readonly source: { readonly definition: { readonly name: string }; readonly id: number; readonly no: string };
  /** yyyy-MM-dd, the day it happened. */
  readonly day: string;
  readonly summary: string;
  readonly parts: readonly Part[];
}

/** How vouchers are made of one event. The subjects are no matter of it: they stand in `voucher_rule`, by event and part. */
export interface Booking<Payload = never> {
  readonly kind: EventKind<Payload>;
  readonly biz: number;
  read(context: Pick<ReadContext, 'db' | 'now'>, payload: Payload): Promise<Bookable>;
}

/** A booking of one event among those of others: its payload is known where it is declared. */
export const booking = <Payload>(one: Booking<Payload>): Booking => one as unknown as Booking;
