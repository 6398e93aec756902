import { type Kysely, sql } from 'kysely';
import { type AllotPieces, allotReceived, allotReturned, allotSent } from '#contract/areas/allocation/allot-events.ts';
import { coModelCode } from '#contract/areas/enums.ts';
import { returnShipped } from '#contract/areas/purchasing/back-order-events.ts';
import { goodsReceived, type ReceivedBatch, receiptReversed } from '#contract/areas/purchasing/inbound-events.ts';
import { taxOfPieces } from '#contract/areas/settlement/settle-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { type Booking, booking } from './booking.ts';
import { cashierBookings } from './cashier-bookings.ts';
import { costBookings } from './cost-bookings.ts';
import { differenceBookings } from './difference-bookings.ts';
import { expenseBookings } from './expense-bookings.ts';
import { memberBookings } from './member-bookings.ts';
import { returnBookings } from './return-bookings.ts';
import { saleBookings } from './sale-bookings.ts';
import { settlementBookings } from './settlement-bookings.ts';

/**
 * The events of which vouchers are made (domain.md §7.2). One more is a row here, which says the amounts of its payload, and rows of
 * `voucher_rule`, which say the subjects of each of them.
 */
export const bookings: readonly Booking[] = [
  ...settlementBookings,
  ...expenseBookings,
  ...costBookings,
  ...saleBookings,
  ...returnBookings,
  ...cashierBookings,
  ...differenceBookings,
  ...memberBookings,
  booking({
    kind: goodsReceived,
    biz: 1,
    read: async (_context, batch) => ({
      ...batchNamed(batch),
      day: batch.business_date,
      summary: `采购入库 ${batch.batch_no}`,
      parts: ofBought(batch, () => [
        { part: 'goods', amount: sumOf(batch.lines, ({ cost }) => cost), ...auxOf(batch) },
      ]),
    }),
  }),
  booking({
    kind: receiptReversed,
    biz: 1,
    read: async (_context, batch) => {
      const cost = sumOf(batch.lines, (line) => line.cost);
      // What was owed is owed no more; what the goods have come to cost since is no matter of the supplier's.
      const owed = sumOf(batch.lines, (line) => line.amount - line.tax_amount);
      return {
        ...batchNamed(batch),
        day: businessDay(new Date(batch.at)),
        summary: `采购入库作废 ${batch.batch_no}`,
        parts: ofBought(batch, () => [
          { part: 'goods', amount: cost, ...auxOf(batch) },
          { part: 'difference', amount: owed - cost, ...auxOf(batch) },
        ]),
      };
    },
  }),
  booking({
    kind: returnShipped,
    biz: 2,
    read: async (_context, back) => {
      const cost = sumOf(back.lines, ({ cost_amount }) => cost_amount);
      const owed = sumOf(back.lines, (line) => line.amount - taxOfPieces(line.back_price, line.tax_rate_bp, line.qty));
      return {
        source: { definition: { name: 'backOrder' }, id: back.back_id, no: back.back_no },
        day: businessDay(new Date(back.at)),
        summary: `退返出库 ${back.back_no}`,
        parts: ofBought(back, () => [
          { part: 'goods', amount: cost, ...auxOf(back) },
          { part: 'difference', amount: owed - cost, ...auxOf(back) },
        ]),
      };
    },
  }),
  booking({
    kind: allotSent,
    biz: 8,
    read: async ({ db }, allot) => ({
      source: { definition: { name: 'allot' }, id: allot.allot_id, no: allot.allot_no },
      day: businessDay(new Date(allot.at)),
      summary: `调拨出库 ${allot.allot_no}`,
      parts: [
        {
          part: 'goods',
          amount: await ownCost(db, allot.lines),
          debit: { warehouse_id: allot.in_warehouse_id },
          credit: { warehouse_id: allot.out_warehouse_id },
        },
      ],
    }),
  }),
  booking({
    kind: allotReceived,
    biz: 8,
    read: async ({ db }, allot) => {
      const [sender, receiver] = [{ warehouse_id: allot.out_warehouse_id }, { warehouse_id: allot.in_warehouse_id }];
      const surplus = allot.lines.filter((line) => line.surplus);
      return {
        source: { definition: { name: 'allot' }, id: allot.allot_id, no: allot.allot_no },
        day: businessDay(new Date(allot.at)),
        summary: `调拨入库 ${allot.allot_no}`,
        parts: [
          {
            part: 'goods',
            amount: await ownCost(
              db,
              allot.lines.filter((line) => !line.surplus),
            ),
            debit: receiver,
            credit: receiver,
          },
          // They were never sent: they come out of the sender's stock (amendments C).
          { part: 'surplus', amount: await ownCost(db, surplus), debit: receiver, credit: sender },
        ],
      };
    },
  }),
  booking({
    kind: allotReturned,
    biz: 8,
    read: async ({ db }, allot) => ({
      source: { definition: { name: 'allot' }, id: allot.allot_id, no: allot.allot_no },
      day: businessDay(new Date(allot.at)),
      summary: `调拨退回 ${allot.allot_no}`,
      parts: [
        {
          part: 'goods',
          amount: await ownCost(db, allot.lines),
          debit: { warehouse_id: allot.out_warehouse_id },
          credit: { warehouse_id: allot.in_warehouse_id },
        },
      ],
    }),
  }),
];

interface OfSupplier {
  readonly co_model: number;
  readonly supplier_id: number;
  readonly warehouse_id: number;
}

const batchNamed = ({ batch_id, batch_no }: Pick<ReceivedBatch, 'batch_id' | 'batch_no'>) => ({
  source: { definition: { name: 'inWareBatch' }, id: batch_id, no: batch_no },
});

// The goods of 经销 are the company's own; those of suppliers stand in no subject of stock (amendments C).
const ofBought = <T>({ co_model }: OfSupplier, parts: () => readonly T[]): readonly T[] =>
  co_model === coModelCode.bought ? parts() : [];

function auxOf({ supplier_id, warehouse_id }: OfSupplier) {
  const aux = { supplier_id, warehouse_id };
  return { debit: aux, credit: aux };
}

const sumOf = <T>(lines: readonly T[], amountOf: (line: T) => number): number =>
  lines.reduce((sum, line) => sum + amountOf(line), 0);

/** What those of the pieces cost that are the company's own, in fen: as their batch is, whoever brought it in. */
async function ownCost(db: Kysely<unknown>, lines: readonly AllotPieces[]): Promise<number> {
  const ids = [...new Set(lines.map(({ in_ware_detail_id }) => in_ware_detail_id))];
  const { rows } = await sql<{ id: number }>`
    select distinct in_ware_detail_id as id from stock_batch
    where in_ware_detail_id = any(${ids}::bigint[]) and coalesce(co_model, ${coModelCode.bought}) <> ${coModelCode.bought}`.execute(
    db,
  );
  const foreign = new Set(rows.map(({ id }) => id));
  return sumOf(lines, ({ in_ware_detail_id, cost_amount }) => (foreign.has(in_ware_detail_id) ? 0 : cost_amount));
}
