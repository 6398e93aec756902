import { sql } from 'kysely';
import { type CountedCheck, endOf, lastOf } from '#server/kit/closing-check.ts';

/** What of inbound goods is in the way of closing a month: batches with counted goods that are not posted. */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'inbound',
    url: ({ end }) => `/buybox/rukuList?status=[2,3]&count_qty_from=1&created_at_to=${lastOf(end)}`,
    count: ({ end }) => sql`
      select count(*)::bigint as count from in_ware_batch where status in (2, 3) and count_qty > 0 and created_at < ${endOf(end)}`,
  },
];
