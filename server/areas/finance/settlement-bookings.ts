import { direction, paymentType, settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import {
  type ConfirmedStatement,
  type MadePayment,
  paymentMade,
  paymentReversed,
  type SettledPart,
  statementConfirmed,
  statementReversed,
} from '#contract/areas/settlement/settlement-events.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { type Booking, booking, type Part } from './booking.ts';

type Amounts = (statement: ConfirmedStatement) => Readonly<Record<string, number>>;

/** Fines and expenses are vouchers of their own; what was carried over stands in 2202.01 since the statement it comes from. */
const ofGoods = ({ item_type: type }: SettledPart): boolean =>
  type <= settleItemType.return || type === settleItemType.costAdjust;

const sumOf = <T>(all: readonly T[], amountOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + amountOf(one), 0);

/** The vouchers of a statement by biz_type, each with its parts in fen: together they leave in 2202.01 what is to be paid (domain.md §7.2, I33). */
const ofStatement: Readonly<Record<number, { readonly words: string; readonly amounts: Amounts }>> = {
  16: {
    words: '结算确认',
    amounts: ({ parts }) => {
      const goods = parts.filter(ofGoods);
      return {
        goods: sumOf(goods, ({ amount, tax_amount }) => amount - tax_amount),
        tax: sumOf(goods, (part) => part.tax_amount + part.check_adjust_tax),
        adjustment: sumOf(goods, (part) => part.check_adjust - part.check_adjust_tax),
      };
    },
  },
  9: {
    words: '罚款',
    amounts: ({ parts }) => ({
      fine: -sumOf(
        parts.filter((part) => part.item_type === settleItemType.fine),
        ({ amount }) => amount,
      ),
    }),
  },
  11: {
    words: '往来费用',
    amounts: ({ sources }) => {
      const expenses = sources.filter((source) => source.item_type === settleItemType.expense);
      return {
        paid: sumOf(expenses, ({ amount, tax_amount }) => Math.max(0, amount - tax_amount)),
        taxPaid: sumOf(expenses, ({ tax_amount }) => Math.max(0, tax_amount)),
        received: sumOf(expenses, ({ amount, tax_amount }) => Math.max(0, tax_amount - amount)),
        taxReceived: sumOf(expenses, ({ tax_amount }) => Math.max(0, -tax_amount)),
      };
    },
  },
  17: { words: '预付冲抵', amounts: ({ prepay_offset_amount }) => ({ offset: prepay_offset_amount }) },
};

function statementBookings(kind: EventKind<ConfirmedStatement>, undoes: boolean): readonly Booking[] {
  return Object.entries(ofStatement).map(([biz, { words, amounts }]) =>
    booking({
      kind,
      biz: Number(biz),
      read: async (_context, statement) => ({
        source: { definition: { name: 'statement' }, id: statement.statement_id, no: statement.statement_no },
        day: statement.business_date,
        summary: `${words}${undoes ? '(反结算)' : ''} ${statement.statement_no}`,
        parts: Object.entries(amounts(statement)).map(([part, amount]) => ({
          part,
          amount: undoes ? -amount : amount,
          ...auxOf(statement.supplier_id),
        })),
      }),
    }),
  );
}

const partOfPayment: Readonly<Record<number, string>> = {
  [paymentType.settlement]: 'settlement',
  [paymentType.prepay]: 'prepay',
  [paymentType.deposit]: 'deposit',
};

const paid = (made: MadePayment, sign: 1 | -1): Part => ({
  part: partOfPayment[made.payment_type] ?? '',
  amount: made.amount * sign * (made.direction === direction.receive ? -1 : 1),
  ...auxOf(made.supplier_id),
});

const paymentNamed = ({ payment_id, payment_no }: MadePayment) => ({
  source: { definition: { name: 'payment' }, id: payment_id, no: payment_no },
});

function auxOf(supplier_id: number) {
  return { debit: { supplier_id }, credit: { supplier_id } };
}

/** What is owed to suppliers and what is paid to them: vouchers 16, 17, 9, 11 and 10 (domain.md §7.2). */
export const settlementBookings: readonly Booking[] = [
  ...statementBookings(statementConfirmed, false),
  ...statementBookings(statementReversed, true),
  booking({
    kind: paymentMade,
    biz: 10,
    read: async (_context, made) => ({
      ...paymentNamed(made),
      day: made.pay_date,
      summary: `付款 ${made.payment_no}`,
      parts: [paid(made, 1)],
    }),
  }),
  booking({
    kind: paymentReversed,
    biz: 10,
    read: async (_context, made) => ({
      ...paymentNamed(made),
      day: made.business_date,
      summary: `付款冲回 ${made.payment_no}`,
      parts: [paid(made, -1)],
    }),
  }),
];
