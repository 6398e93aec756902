import { splitBy } from '#contract/areas/orders/order-enums.ts';
import {
  exchangeCredited,
  type OrderNamed,
  orderRefunded,
  type ReturnedPieces,
  saleReturned,
} from '#contract/areas/orders/order-events.ts';
import { type OwedBack, owedForRefund, owedForReturns } from '#server/terms/owed-back.ts';
import { type Booking, booking, type Part } from './booking.ts';

/** 经销, or of no batch yet: the company's own cost of sales. */
const isOwn = ({ co_model: model }: ReturnedPieces): boolean => model === null || model === 1;

const sumOf = <T>(all: readonly T[], amountOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + amountOf(one), 0);

/** Per supplier: what he is owed no more, untaxed. */
const consignedOf = (owed: readonly OwedBack[]): Part[] =>
  owed.map(({ supplier_id, amount, tax_amount }) => ({
    part: 'consigned',
    amount: amount - tax_amount,
    debit: { supplier_id },
    credit: { supplier_id },
  }));

const ofShop = ({ shop_id }: OrderNamed) => ({ debit: { shop_id }, credit: { shop_id } });

/** What goes back of sales: voucher 6, of the goods at the batch's present cost, and of the money by the kinds in which it went (domain.md §7.2, amendments B, C). */
export const returnBookings: readonly Booking[] = [
  booking({
    kind: saleReturned,
    biz: 6,
    read: async ({ db }, returned) => {
      const own = returned.pieces.filter(isOwn);
      const sold = sumOf(own, ({ sold_cost_amount }) => sold_cost_amount);
      const warehouse = { warehouse_id: returned.return_warehouse_id };
      const aux = { debit: warehouse, credit: warehouse };
      return {
        source: { definition: { name: 'orderService' }, id: returned.service_id, no: returned.service_no },
        day: returned.business_date,
        summary: `销售退货 ${returned.service_no}`,
        parts: [
          { part: 'goods', amount: sold, ...aux },
          { part: 'difference', amount: sumOf(own, ({ cost_amount }) => cost_amount) - sold, ...aux },
          ...consignedOf(await owedForReturns(db, returned.pieces)),
        ],
      };
    },
  }),
  booking({
    kind: orderRefunded,
    biz: 6,
    read: async ({ db }, refunded) => {
      const amounts = refunded.parts.map(({ amount }) => amount);
      const taxes = splitBy(refunded.tax_amount, amounts);
      const aux = ofShop(refunded);
      return {
        source: { definition: { name: 'orderRefund' }, id: refunded.refund_id, no: refunded.refund_no },
        day: refunded.business_date,
        summary: `退款 ${refunded.refund_no}`,
        parts: [
          ...refunded.parts.flatMap(({ pay_type: type, amount }, place): Part[] => {
            const tax = taxes[place] ?? 0;
            if (!refunded.shipped) return [{ part: `unshipped${type}`, amount, ...aux }];
            return [
              { part: `revenue${type}`, amount: amount - tax, ...aux },
              { part: `tax${type}`, amount: tax, ...aux },
            ];
          }),
          ...(refunded.without_return ? consignedOf(await owedForRefund(db, refunded.lines ?? [])) : []),
        ],
      };
    },
  }),
  booking({
    kind: exchangeCredited,
    biz: 6,
    read: async (_context, credited) => ({
      source: { definition: { name: 'orderService' }, id: credited.service_id, no: credited.service_no },
      day: credited.business_date,
      summary: `换货抵款 ${credited.service_no}`,
      parts: [
        { part: 'revenue', amount: credited.amount - credited.tax_amount, ...ofShop(credited) },
        { part: 'tax', amount: credited.tax_amount, ...ofShop(credited) },
      ],
    }),
  }),
];
