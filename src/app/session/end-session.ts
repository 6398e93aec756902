import { signOut as signOutCall } from '#contract/areas/access/calls.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { delays } from '#contract/kit/limits.ts';
import { clearPermissionKeys } from '#src/engine/permissions-store.ts';
import { showAlert, toast } from '#src/kit/notice.ts';
import { clearSession, readSession } from '#src/platform/session.ts';
import { keepInTab, readTab } from '#src/platform/tab-storage.ts';
import type { Services } from '../services.ts';

/** The part of the page that the end of a session needs; handed in by tests. */
export interface SessionPage {
  path(): string;
  /** Goes to the sign-in page inside this page. */
  toSignIn(): void;
  /** Loads the sign-in page anew, so that nothing of this person stays in memory. */
  reloadToSignIn(): void;
  /** Goes on with the session that another tab has begun meanwhile. */
  goOn(): void;
}

export interface SessionEnd {
  /** The server says that the session is over (specification §8). */
  expired(by: 'http' | 'body'): void;
  /** The person signs out. */
  signOut(): Promise<void>;
}

/** An end that a reload has cut short, or that another tab's sign-in has overtaken, is over: the next one is dealt with anew. */
export function forgetHandledEnd(): void {
  keepInTab(handledKey, null);
}

/** True while a person is being told that the session is over: what becomes of this page is decided when they have read it. */
export function isEndTold(): boolean {
  return readTab(handledKey) !== null;
}

/**
 * How a session ends here. Storage is cleared, the databases are not: unsent scans wait for their owner (design §6).
 * `services` is asked for late, because the wire that reports the end is one of them.
 */
export function createSessionEnd(
  services: () => Pick<Services, 'wire' | 'queries' | 'local'>,
  page: SessionPage,
): SessionEnd {
  // `over` is the token whose session ends. Where another one is stored by now, a sign-in of another tab, nothing is cleared.
  async function forget(over: string | undefined): Promise<boolean> {
    const session = readSession();
    if (session && session.token !== over) return false;
    const uid = session?.uid;
    clearSession();
    clearPermissionKeys();
    services().queries.clear();
    try {
      const local = await services().local();
      await local.session.clear();
      if (uid !== undefined) await local.references.clear(uid);
    } catch (problem) {
      // A device without databases has nothing to forget in them.
      reportError(problem);
    }
    return true;
  }

  async function end(over: string | undefined): Promise<void> {
    if (await forget(over)) {
      page.toSignIn();
      return;
    }
    forgetHandledEnd();
    page.goOn();
  }

  return {
    expired(by) {
      if (page.path() === '/login/login' || (by === 'http' && page.path() === '/login/changePassword')) return;
      // The flag of specification §4: the end is dealt with once, however many calls learn of it.
      if (isEndTold()) return;
      keepInTab(handledKey, by);
      const over = readSession()?.token;
      if (by === 'body') {
        toast(catalogue.signedOut.words);
        setTimeout(() => void end(over), delays.sessionExpiryLogout);
        return;
      }
      // Who counts must know that nothing of it is lost.
      const kept = page.path().startsWith('/hand') ? '扫描过的都在本机，重新登录后自动发送。' : '';
      void showAlert(catalogue.unauthorized.words + kept).then(() => end(over));
    },
    async signOut() {
      const over = readSession()?.token;
      await services().wire.send(signOutCall, {}, { timeout: signOutPatience });
      await forget(over);
      page.reloadToSignIn();
    },
  };
}

const handledKey = 'session-end-handled';
/** How long the server may take to hear of a sign-out before this device goes on without it. Milliseconds. */
const signOutPatience = 3000;
