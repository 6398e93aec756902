import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from '@fastify/websocket';
import type { Kysely } from 'kysely';
import type { Changeable } from '#contract/areas/shell/push.ts';
import type { SessionIdentity } from '#server/identity/create-identity.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { forgetConnections, type OpenedConnection } from './connections.ts';
import { deadSessions } from './dead-sessions.ts';
import { changed, Hub, type Member } from './hub.ts';
import type { Inbox } from './inbox.ts';
import { listen } from './listen.ts';
import { LiveSocket } from './live-socket.ts';
import { type GivenWay, type Published, pushChannel } from './publish.ts';
import { pushLimits } from './push-limits.ts';
import { Unread } from './unread.ts';

/** What the live connection stands on. */
export interface PushFrame {
  readonly db: Kysely<unknown>;
  /** Where the database is: hearing what is pushed takes a connection of its own. */
  readonly url: string;
  readonly identity: SessionIdentity;
  readonly clock: Clock;
  readonly log: Log;
  readonly inbox: Inbox;
}

/** The live connections of this process: hears what any process pushes and passes it on to the people who are here. */
export class PushService {
  readonly #frame: PushFrame;
  readonly #hub = new Hub();
  readonly #unread: Unread;
  #starting: Promise<void> | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #timers: NodeJS.Timeout[] = [];
  #looking = false;
  #stopping = false;

  constructor(frame: PushFrame) {
    this.#frame = frame;
    this.#unread = new Unread(frame);
  }

  /** Begins to listen; who was quicker reads again what may have been missed. */
  start(): Promise<void> {
    this.#starting ??= this.#begin();
    return this.#starting;
  }

  async #begin(): Promise<void> {
    const { url, log } = this.#frame;
    const heard = (payload: string): void => this.#try(() => this.#receive(payload), 'a push could not be passed on');
    this.#stopListening = await listen({
      url,
      channel: pushChannel,
      log,
      heard,
      restored: () => this.#try(() => this.#catchUp(), 'what was missed could not be made up for'),
    });
    if (this.#hub.members().length > 0) await this.#catchUp();
    this.#timers = [
      setInterval(() => this.#hub.beat(), pushLimits.beat),
      setInterval(() => this.#try(() => this.#lookAtSessions(), 'sessions were not looked at'), pushLimits.sessionLook),
    ];
  }

  /** Takes a connection that has been let in, and sends what its person has not acknowledged. */
  connect(socket: WebSocket, opened: OpenedConnection): void {
    const { log, inbox, db, clock } = this.#frame;
    const { adminId } = opened;
    const member: Member = {
      ...opened,
      socket: new LiveSocket(socket, {
        acknowledged: ({ msg_id }) =>
          this.#try(() => inbox.acknowledge(adminId, msg_id, clock.now()), 'an acknowledgement was not kept'),
        misbehaved: (what) => log.warn({ adminId, connectionId: opened.id, what }, 'live connection closed'),
        closed: () => {
          this.#hub.remove(member);
          if (!this.#stopping)
            this.#try(() => forgetConnections(db, [opened.id]), 'a closed connection was not forgotten');
        },
      }),
    };
    this.#hub.add(member);
    this.#try(() => this.#unread.send([member]), 'unread notices were not sent');
  }

  /** Closes everything with 1012 and waits for it, 2 s at most. */
  async stop(): Promise<void> {
    // Who is told to stop while starting: a timer that began afterwards would keep the process running for ever.
    await this.#starting;
    for (const timer of this.#timers) clearInterval(timer);
    // Forgotten together at the end: single statements would come too late for a database that is closing.
    this.#stopping = true;
    const open = this.#hub.members().map((member) => member.id);
    this.#hub.closeAll();
    const until = performance.now() + pushLimits.stopping;
    while (this.#hub.members().length > 0 && performance.now() < until) await sleep(20);
    await this.#stopListening?.();
    await forgetConnections(this.#frame.db, open);
  }

  async #receive(payload: string): Promise<void> {
    const heard = JSON.parse(payload) as Published | GivenWay;
    if ('given_way' in heard) return this.#hub.giveWay(heard.given_way);
    const { to, message } = heard;
    if (message.type === 5) return await this.#receiveChanged(to, message.changed);
    if (message.type === 3 || message.type === 6) await this.#unread.sent();
    const reached = this.#hub.deliver({ to, message });
    if (message.type === 3 && reached.length > 0)
      await this.#frame.inbox.pushed(message.msg_id, reached, this.#frame.clock.now());
  }

  async #receiveChanged(to: Published['to'], what: readonly Changeable[]): Promise<void> {
    // Whoever reads again must not be answered with what this process still remembers.
    if (what.includes('access') || what.includes('session')) this.#frame.identity.forget();
    // Not every session of the person need be over, so the sessions themselves are asked.
    if (what.includes('session')) await this.#lookAtSessions();
    const others = what.filter((one) => one !== 'session');
    if (others.length > 0) this.#hub.deliver({ to, message: changed(others) });
  }

  async #catchUp(): Promise<void> {
    this.#frame.identity.forget();
    this.#hub.deliver({ to: 'everyone', message: changed(['access', 'config', 'tasks']) });
    await this.#unread.send(this.#hub.members());
  }

  async #lookAtSessions(): Promise<void> {
    const sessions = [...new Set(this.#hub.members().map((member) => member.sessionId))];
    if (sessions.length === 0 || this.#looking) return;
    this.#looking = true;
    try {
      this.#hub.endSessions(await deadSessions(this.#frame.db, sessions, this.#frame.clock.now()));
    } finally {
      this.#looking = false;
    }
  }

  // Nobody waits for these; what goes wrong is logged, and the next look, beat or connection makes up for it.
  #try(work: () => Promise<void>, words: string): void {
    work().catch((error: unknown) => this.#frame.log.error({ err: error }, words));
  }
}
