import { pushTicket } from '#contract/areas/shell/push.ts';
import { toast } from '#src/kit/notice.ts';
import { createConnection, type LiveConnection, type LiveWorld, type Way } from '#src/live/connection.ts';
import { setLive } from '#src/live/live-state.ts';
import { forgetNotices } from '#src/live/notice-queue.ts';
import { forgetTaskUpdates } from '#src/live/task-updates.ts';
import { isVisible, onNetworkChange, onVisible, seemsOnline } from '#src/platform/online.ts';
import type { Session } from '#src/platform/session.ts';
import { hasSockets, openSocket, socketAddress } from '#src/platform/socket.ts';
import { loadBases, ownBases } from '#src/wire/bases.ts';
import type { App } from '../app-context.tsx';
import type { Services } from '../services.ts';
import { useSession } from '../session/sign-in-state.ts';
import { sendAcknowledgements } from './acknowledge.ts';
import { useNoticeSlot } from './notice-slot.tsx';
import { onPush, readAgain } from './on-push.ts';
import { ServerNotices } from './server-notices.tsx';

/** Words of specification §4 and §8, to the letter. */
const noSockets = 'Your browser does not support WebSocket';

/** A page that nobody has looked at for this long lets its connection go. Milliseconds. */
const unseen = 60_000;

/** Connects whoever is signed in, now and after every change of it. Called once a page. */
export function startLive(app: App): void {
  if (!hasSockets()) {
    toast(noSockets);
    return;
  }
  useNoticeSlot.setState({ Notices: ServerNotices });
  let token: string | null = null;
  let connection: LiveConnection | null = null;
  const follow = (session: Session | null): void => {
    if ((session?.token ?? null) === token) return;
    connection?.rest();
    forgetNotices();
    forgetTaskUpdates();
    token = session?.token ?? null;
    connection = session && connect(app, session.uid, opened);
    if (seen.now()) connection?.wake();
  };
  const seen = watchSeen({ shown: () => connection?.wake(), left: () => connection?.rest() });
  // The first connection of a page that is looked at opens a moment after the page has read rights and configuration.
  // Tasks move on within that moment too. Any other connection may come an hour later.
  let soon = seen.now();
  const opened = (late: boolean): void => {
    void readAgain(app, late || !soon ? ['access', 'config', 'tasks'] : ['tasks']);
    soon = false;
  };
  useSession.subscribe(({ session }) => follow(session));
  follow(useSession.getState().session);
  onNetworkChange((online) => {
    if (online && seen.now()) connection?.wake();
  });
}

function connect(app: App, uid: number, opened: (late: boolean) => void): LiveConnection {
  const connection = createConnection(worldOf(app.services, uid), {
    opened: (late) => {
      setLive(true);
      opened(late);
    },
    lost: () => setLive(false),
    message: (text) => void onPush(app, text, acknowledge),
  });
  const acknowledge = (msgId: number): void => {
    connection.send(JSON.stringify({ type: 4, msg_id: msgId }));
  };
  sendAcknowledgements(acknowledge);
  return connection;
}

function worldOf(services: Services, uid: number): LiveWorld {
  const base = pushBase();
  return {
    way: async (): Promise<Way> => {
      const sent = await services.wire.send(pushTicket, {}, { hideLoading: true, ownWords: true });
      if (sent.ok) return { kind: 'address', address: `${await base()}/${uid}?ticket=${sent.value.ticket}` };
      return { kind: sent.failure.kind === 'signedOut' ? 'signedOut' : 'none' };
    },
    open: tried,
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
    random: Math.random,
    worthTrying: () => isVisible() || seemsOnline(),
  };
}

/** The push service's address of `/config.json`, asked for until it is had. */
function pushBase(): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    if (known !== null) return known;
    const bases = await loadBases();
    if (bases !== ownBases) known = socketAddress(bases.push);
    return known ?? socketAddress(bases.push);
  };
}

function tried(address: string): ReturnType<LiveWorld['open']> {
  try {
    return openSocket(address);
  } catch (problem) {
    // The browser does not even try such an address: told once to whoever watches, and tried again with all the others.
    reportError(problem);
    return null;
  }
}

/**
 * Each page has a connection of its own while somebody may be looking at it: a page that leads others may be frozen and
 * lead on (reference pwa §1.9), and a dialog is of use only where it is seen. What was missed is read on return.
 */
function watchSeen(events: { shown(): void; left(): void }): { now(): boolean } {
  let seen = isVisible();
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (isVisible()) return;
    timer = setTimeout(() => {
      seen = false;
      events.left();
    }, unseen);
  });
  onVisible(() => {
    clearTimeout(timer);
    seen = true;
    events.shown();
  });
  return { now: () => seen };
}
