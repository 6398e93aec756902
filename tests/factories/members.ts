import type { Kysely } from 'kysely';
import { next } from './goods.ts';
import { insert } from './insert.ts';

/** A member, straight into the table; nobody's points or growth begin above nothing. */
export async function addMember(db: Kysely<unknown>, given: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const n = next();
  return await insert(db, 'member_user', {
    user_no: `HYT${n}`,
    mobile: `138${String(n).padStart(8, '0')}`,
    nickname: `会员${n}`,
    registered_at: '2026-01-01T00:00:00Z',
    ...given,
  });
}
