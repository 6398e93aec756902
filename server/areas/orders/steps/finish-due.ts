import type { WriteContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Values } from '#server/kit/save-record.ts';

/** When a shipped order is finished by itself. */
export async function finishDue({ db, now }: WriteContext): Promise<Values> {
  const days = await readSetting(db, 'order_auto_finish_days');
  return { finish_due_at: new Date(now.getTime() + days * 86_400_000).toISOString() };
}
