import type { QueryClient } from '@tanstack/react-query';
import { clearPermissionKeys } from '#src/engine/permissions-store.ts';
import { showAlert } from '#src/kit/notice.ts';
import { onVisible } from '#src/platform/online.ts';
import { onSessionChange, readSession } from '#src/platform/session.ts';
import { keepInTab, readTab } from '#src/platform/tab-storage.ts';
import { answerTabs } from '../tab-poll.ts';
import { wouldLose } from '../update-hindrance.ts';
import { isEndTold } from './end-session.ts';
import { refreshSession, useSession } from './sign-in-state.ts';

/** What this needs of the page; handed in by tests. */
export interface SharedPage {
  path(): string;
  /** Loads the page anew whatever is unsaved on it: at the sign-in page where nobody is signed in any more. */
  startAnew(signedIn: boolean): void;
}

/**
 * Tabs share one stored session. What another tab made of it is taken over here: a new token of the same person goes
 * unnoticed; where the person is another, or none, nothing that was read for the one before may stay, and the page
 * begins anew. Scans are in the journal by then. A page that is telling of its own end waits for that instead, so that
 * what is typed on it outlives a sign-in of the same person elsewhere. Also looked at when the page comes into view,
 * since no event reaches one in the back-forward cache. From now on other tabs are told, when they ask before they sign
 * out or take a newer version, whether this page holds something unsaved.
 */
export function followStoredSession(queries: QueryClient, page: SharedPage): void {
  const look = () => void takeStoredSession(queries, page);
  onSessionChange(look);
  onVisible(look);
  answerTabs(() => !wouldLose());
}

/** Takes the stored session over. False when it is another person's, or nobody's, and this page therefore begins anew. */
export function takeStoredSession(queries: QueryClient, page: SharedPage): boolean {
  const { session: shown } = useSession.getState();
  const stored = readSession();
  if (shown?.token === stored?.token || (!stored && isEndTold())) return true;
  if (shown?.uid === stored?.uid) {
    refreshSession();
    return true;
  }
  queries.clear();
  clearPermissionKeys();
  // The doors show nothing of anybody, and what somebody types there is for whoever they are.
  if (page.path().startsWith('/login/')) {
    refreshSession();
    return true;
  }
  if (wouldLose()) keepInTab(lostKey, 'yes');
  page.startAnew(stored !== null);
  return false;
}

/** At the start of a page: says that the one before went with something unsaved on it. */
export function tellLostWork(): void {
  if (readTab(lostKey) === null) return;
  keepInTab(lostKey, null);
  void showAlert('账号已在另一个标签页退出或更换，本页未保存的修改没有保留。');
}

const lostKey = 'lost-work';
