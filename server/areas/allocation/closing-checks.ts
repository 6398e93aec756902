import { sql } from 'kysely';
import { type CountedCheck, endOf, lastOf } from '#server/kit/closing-check.ts';

/** What of allots is said as a month is closed: goods that are still on their way. */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'transit',
    url: ({ end }) => `/storage/allotList?status=[3,4,6]&sent_at_to=${lastOf(end)}`,
    warning: true,
    count: ({ end }) => sql`
      select count(*)::bigint as count from allot where status in (3, 4, 6) and sent_at < ${endOf(end)}`,
  },
];
