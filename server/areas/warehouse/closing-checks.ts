import { sql } from 'kysely';
import { type CountedCheck, endOf, lastOf } from '#server/kit/closing-check.ts';

/** What of counts, adjustments and negative stock is in the way of closing a month, or said as it is closed. */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'counts',
    url: ({ end }) => `/storage/stocktakingList?status=[1,2,3,4,5]&created_at_to=${lastOf(end)}`,
    count: ({ end }) => sql`
      select count(*)::bigint as count from stocktaking where status between 1 and 5 and created_at < ${endOf(end)}`,
  },
  {
    check: 'adjustments',
    url: ({ end }) => `/storage/stockAdjustmentList?status=[1]&created_at_to=${lastOf(end)}`,
    count: ({ end }) => sql`
      select count(*)::bigint as count from stock_adjustment where status = 1 and created_at < ${endOf(end)}`,
  },
  {
    check: 'negatives',
    url: ({ end }) => `/storage/negativeInventory?status=[1,2]&happened_at_to=${lastOf(end)}`,
    warning: true,
    count: ({ end }) => sql`
      select count(*)::bigint as count from negative_inventory where status in (1, 2) and happened_at < ${endOf(end)}`,
  },
];
