import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { toldTo } from '#server/ledger/goods-refusal.ts';
import { codeOf } from '#server/platform/startup-error.ts';

/** Lock timeout: somebody else has the record under way. */
const isHeld = '55P03';

/** Why a row cannot be changed, as its person may be told it; throws what is no refusal of the row. */
export async function refusalOfRow({ actor, db }: Pick<ReadContext, 'actor' | 'db'>, error: unknown): Promise<Refusal> {
  if (codeOf(error) === isHeld) return new Refusal('busy', '正被他人操作，请稍后再试');
  const told = await toldTo(actor, db, error);
  if (told instanceof Refusal) return told;
  throw told;
}
