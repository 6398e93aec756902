import { goodsCovered, goodsSold, orderPaid } from '#contract/areas/orders/order-events.ts';
import { negativeOffset } from '#contract/areas/warehouse/negative-events.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { owedForConsigned } from '#server/terms/consigned.ts';
import { type Booking, booking, type Part } from './booking.ts';

/** 经销: the goods are the company's own; what has no batch yet stands as its own at a temporary cost. */
const isOwn = (coModel: number | null): boolean => (coModel ?? 1) === 1;

const orderNamed = ({ order_id, order_no }: { order_id: number; order_no: string }) => ({
  source: { definition: { name: 'order' }, id: order_id, no: order_no },
});

/** The credit of an exchange was owed to the customer already: of an order that is not delivered yet it stays so. */
const exchangeCredit = 9;

/**
 * What orders brought and what their goods cost: vouchers 3, 4 and 5 (domain.md §7.2). A till turns money into sales at once; a channel's
 * money is owed to the customer until the goods have left.
 */
export const saleBookings: readonly Booking[] = [
  booking({
    kind: orderPaid,
    biz: 4,
    read: async (_context, order) => {
      const aux = { shop_id: order.shop_id };
      const way = order.delivered ? 'till' : 'ahead';
      return {
        ...orderNamed(order),
        day: order.business_date,
        summary: `销售收款 ${order.order_no}`,
        parts: order.payments
          .filter(({ pay_type }) => order.delivered || pay_type !== exchangeCredit)
          .map(({ pay_type, amount }): Part => ({ part: `${way}${pay_type}`, amount, debit: aux, credit: aux })),
      };
    },
  }),
  booking({
    kind: goodsSold,
    biz: 4,
    read: async (_context, sold) => {
      const aux = { shop_id: sold.shop_id };
      const sum = (of: (piece: (typeof sold.pieces)[number]) => number) =>
        sold.pieces.reduce((total, piece) => total + of(piece), 0);
      const tax = sum(({ tax_amount }) => tax_amount) + (sold.freight_tax_amount ?? 0);
      const sales = sum(({ final_amount }) => final_amount) + sold.freight_amount - tax;
      return {
        ...orderNamed(sold),
        day: sold.business_date,
        summary: `销售出库 ${sold.out_no ?? sold.order_no}`,
        parts: sold.delivered
          ? [{ part: 'taxOfTill', amount: tax, debit: aux, credit: aux }]
          : [
              { part: 'sales', amount: sales, debit: aux, credit: aux },
              { part: 'tax', amount: tax, debit: aux, credit: aux },
            ],
      };
    },
  }),
  booking({
    kind: goodsSold,
    biz: 5,
    read: async (_context, sold) => {
      const { shop_id, warehouse_id } = sold;
      const aux = { shop_id, warehouse_id };
      const cost = sold.pieces.reduce(
        (total, { co_model, cost_amount }) => total + (isOwn(co_model) ? cost_amount : 0),
        0,
      );
      return {
        ...orderNamed(sold),
        day: sold.business_date,
        summary: `销售成本 ${sold.out_no ?? sold.order_no}`,
        parts: [{ part: 'cost', amount: cost, debit: aux, credit: aux }],
      };
    },
  }),
  booking({
    kind: goodsSold,
    biz: 3,
    read: async ({ db }, sold) => {
      const owed = await owedForConsigned(db, sold.pieces);
      return {
        ...orderNamed(sold),
        day: sold.business_date,
        summary: `代销成本 ${sold.out_no ?? sold.order_no}`,
        parts: owed.flatMap((one): Part[] => (one ? [consigned(one, sold.shop_id)] : [])),
      };
    },
  }),
  booking({
    kind: negativeOffset,
    biz: 5,
    read: async (_context, { at, offsets }) => ({
      source: {
        definition: { name: 'negativeInventory' },
        id: offsets[0]?.negative_id ?? 0,
        no: offsets[0]?.negative_no ?? '',
      },
      day: businessDay(new Date(at)),
      summary: `负库存冲销 ${offsets[0]?.negative_no ?? ''}`,
      parts: offsets.map((one): Part => {
        const aux = { warehouse_id: one.warehouse_id };
        // Of consigned pieces the temporary cost is taken back: they were never the company's.
        return isOwn(one.co_model)
          ? { part: 'difference', amount: one.cost_diff, debit: aux, credit: aux }
          : { part: 'temporary', amount: -one.temp_cost, debit: aux, credit: aux };
      }),
    }),
  }),
  booking({
    kind: goodsCovered,
    biz: 3,
    read: async ({ db }, covered) => {
      const owed = await owedForConsigned(db, covered.pieces);
      return {
        ...orderNamed(covered),
        day: covered.business_date,
        summary: `代销成本 ${covered.negative_no}`,
        parts: owed.flatMap((one): Part[] => (one ? [consigned(one, covered.shop_id)] : [])),
      };
    },
  }),
];

const consigned = (
  { supplier_id, amount, tax_amount }: { supplier_id: number; amount: number; tax_amount: number },
  shop_id: number | null,
): Part => ({
  part: 'consigned',
  amount: amount - tax_amount,
  debit: { supplier_id, shop_id },
  credit: { supplier_id },
});
