import { sql } from 'kysely';
import { type CountedCheck, endOf, lastOf } from '#server/kit/closing-check.ts';

/** What of costs is in the way of closing a month, or said as it is closed: adjustments not posted, and goods without a price. */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'estimates',
    url: ({ end }) => `/contract/cgHoubu?into_time_to=${lastOf(end)}`,
    warning: true,
    count: ({ end }) => sql`
      select count(*)::bigint as count from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
      where d.price_state = 2 and b.status = 4 and b.in_type = 1 and b.into_time < ${endOf(end)}`,
  },
  {
    check: 'costs',
    url: ({ end }) => `/finance/costAdjust?status=[1,2]&created_at_to=${lastOf(end)}`,
    count: ({ end }) => sql`
      select count(*)::bigint as count from cost_adjust where status in (1, 2) and created_at < ${endOf(end)}`,
  },
];
