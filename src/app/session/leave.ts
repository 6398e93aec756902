import { ask } from '#src/kit/notice.ts';
import { seemsOnline } from '#src/platform/online.ts';
import type { App } from '../app-context.tsx';
import { askTabs } from '../tab-poll.ts';
import { wouldLose } from '../update-hindrance.ts';
import { useSession } from './sign-in-state.ts';

/** How long other tabs may take to object to a sign-out. Milliseconds. */
const tabPatience = 300;

/**
 * Signs out. Where scans of this person wait unsent, it says that they stay and are sent when the person is back; without
 * the network, that there is no way in again until it is there.
 */
export async function leave(app: App, patience = tabPatience): Promise<void> {
  const unsent = await unsentOf(app.services);
  const words = [
    unsent > 0 && `您有 ${unsent} 条扫描还没有发送。退出后它们留在本机，等您再次登录时发送。`,
    !seemsOnline() && '现在没有网络。退出后要等网络恢复才能再次登录。',
  ].filter(Boolean);
  const question = { title: '退出登录', confirm: '仍然退出', cancel: '留下', danger: true };
  if (words.length > 0 && !(await ask(words.join(''), question))) return;
  await signOutAgreed(app, patience);
}

/** Signs out once a person agrees to what that loses: what is unsaved on this page and on other tabs. */
export async function signOutAgreed(
  { sessionEnd, services }: Pick<App, 'sessionEnd' | 'services'>,
  patience = tabPatience,
): Promise<void> {
  const elsewhere = await othersWouldLose(patience);
  const lost = wouldLose() ? '有未保存的修改' : elsewhere ? '另一个标签页有未保存的修改' : '';
  const losing = { title: '有未保存的修改', confirm: '仍然退出', danger: true };
  if (lost !== '' && !(await ask(`${lost}，退出后会丢失。`, losing))) return;
  const uid = useSession.getState().session?.uid;
  await sessionEnd.signOut();
  if (uid !== undefined) await forgetDrafts(services, uid);
}

/** What was typed and not saved is lost, as was said; also that of an earlier crash. */
async function forgetDrafts(services: App['services'], uid: number): Promise<void> {
  try {
    await (await services.local()).drafts.dropAll(uid);
  } catch (problem) {
    // No databases, so no drafts in them.
    reportError(problem);
  }
}

async function othersWouldLose(patience: number): Promise<boolean> {
  return !(await askTabs(patience));
}

async function unsentOf(services: App['services']): Promise<number> {
  const uid = useSession.getState().session?.uid;
  if (uid === undefined) return 0;
  try {
    return (await (await services.local()).outbox.statusNow(uid)).unsent;
  } catch (problem) {
    // No databases, so nothing unsent in them.
    reportError(problem);
    return 0;
  }
}
