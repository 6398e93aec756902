import { sql } from 'kysely';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** What a change by a person says of itself. */
export const byHand = ({ now, opId, actor }: WriteContext) => ({
  happenedAt: now.toISOString(),
  opId,
  adminId: actor.id,
});

/** Codes outside the data scope are as if they were not there. */
export async function refuseUnseen({ db, actor }: WriteContext, codeIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from unique_code as r where r.id = any(${[...codeIds]}::bigint[]) and ${isVisible(uniqueCode, actor, 'r')}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) < codeIds.length) throw new Refusal('notFound', '唯一码不存在', 'code_ids');
}
