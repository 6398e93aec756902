import { readSession } from '#src/platform/session.ts';
import type { Services } from './services.ts';
import { askTabs } from './tab-poll.ts';

/**
 * Why a newer version cannot be taken now, for a person; empty when nothing would be lost and no scan is unsent (decision 0012).
 * What only another build can send is no hindrance: it may be the newer one.
 */
export async function updateHindrance(services: Services): Promise<string> {
  if (wouldLose()) return '本页有未保存的内容，保存后再更新';
  const uid = readSession()?.uid ?? null;
  const { unsent, others, ofAnotherBuild } = await (await services.local()).outbox.statusNow(uid);
  const waiting = unsent + others.reduce((sum, other) => sum + other.unsent, 0) - ofAnotherBuild;
  if (waiting > 0) return `本机还有 ${waiting} 条扫描未发送，发送完再更新`;
  return (await askTabs()) ? '' : '另一个标签页有未保存的内容，保存后再更新';
}

/** Asks the page as the browser would before closing it: whoever guards unsaved work answers that already. */
export function wouldLose(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
