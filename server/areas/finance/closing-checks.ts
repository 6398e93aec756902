import { sql } from 'kysely';
import type { CountedCheck } from '#server/kit/closing-check.ts';
import { standingLosses } from './dispose-losses.ts';

/**
 * What of the books is in the way of closing a month: events without a voucher, vouchers that are not posted, and what stands on 1901, which is
 * disposed of by a voucher that a second person judges (amendments C and G8).
 */
export const closingChecks: readonly CountedCheck[] = [
  {
    // A month with an event that waits for its voucher is closed before later ones, so those of others are no matter of this one.
    check: 'abnormals',
    url: ({ period }) => `/finance/voucher/abnormal?status=[1]&period=${period}`,
    count: ({ period }) =>
      sql`select count(*)::bigint as count from voucher_abnormal where status = 1 and period = ${period}`,
  },
  {
    check: 'vouchers',
    url: ({ period }) => `/finance/voucher/voucherList?status=[1,2]&period=${period}`,
    count: ({ period }) =>
      sql`select count(*)::bigint as count from voucher where period = ${period} and status in (1, 2)`,
  },
  {
    check: 'losses',
    url: '/finance/transactionEntry',
    count: ({ period }) => sql`
      select (select count(*) from (${standingLosses(period)}) standing)::bigint as count,
        (select '?subject_id=[' || id || ']' from account_subject where code = '1901') as at`,
  },
];
