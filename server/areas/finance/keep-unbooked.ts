import { sql } from 'kysely';
import { abnormalState } from '#contract/areas/finance/voucher-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** An event that has no voucher. */
interface Unbooked {
  /** Its id in `event_log`. */
  readonly event: number;
  /** yyyy-MM in which it happened. */
  readonly period: string;
  /** voucher_biz of what is missing. */
  readonly biz: number;
  /** Name of the definition and number of the document it comes from. */
  readonly source: { readonly type: string; readonly no: string };
  /** abnormal_type, and in words. */
  readonly type: number;
  readonly words: string;
}

/** An abnormal voucher waits to be dealt with; the books of the period cannot be closed before it is (domain.md §7.1). */
export async function keepUnbooked(
  { db, actor, now }: WriteContext,
  { event, period, biz, source, type, words }: Unbooked,
): Promise<void> {
  await sql`
    with abnormal as (
      insert into voucher_abnormal (period, biz_type, source_type, source_no, error_type, error, status, created_by, updated_by, created_at, updated_at)
      values (${period}, ${biz}, ${source.type}, ${source.no}, ${type}, ${words}, ${abnormalState.waiting}, ${actor.id}, ${actor.id}, ${now.toISOString()},
        ${now.toISOString()}) returning id
    )
    insert into voucher_abnormal_event (voucher_abnormal_id, event_id) select id, ${event} from abnormal`.execute(db);
}
