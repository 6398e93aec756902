import type { NoticeMessage } from '#contract/areas/shell/push.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Member, textOf } from './hub.ts';
import type { Inbox } from './inbox.ts';

/** Sends people the notices they have not acknowledged, and after them the list of these, so that pages drop all others. */
export class Unread {
  readonly #inbox: Inbox;
  readonly #clock: Clock;
  readonly #sending = new Set<Promise<void>>();

  constructor({ inbox, clock }: { inbox: Inbox; clock: Clock }) {
    this.#inbox = inbox;
    this.#clock = clock;
  }

  /** Resolves when everything has gone out; rejects where the database could not be read. */
  async send(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    const sending = this.#send(members);
    this.#sending.add(sending);
    try {
      await sending;
    } finally {
      this.#sending.delete(sending);
    }
  }

  /**
   * Resolves when the lists that are being read now have gone out. What is said of a notice meanwhile may be newer than
   * they are, and goes after them: otherwise a list would take back a notice just sent, or bring one just withdrawn.
   */
  async sent(): Promise<void> {
    await Promise.allSettled(this.#sending);
  }

  async #send(members: readonly Member[]): Promise<void> {
    const unread = await this.#byPerson(members);
    for (const { adminId, socket } of members) {
      const own = unread.get(adminId) ?? [];
      for (const message of own) socket.send(textOf(message));
      socket.send(textOf({ type: 7, unread: own.map((message) => message.msg_id) }));
    }
  }

  async #byPerson(members: readonly Member[]): Promise<Map<number, NoticeMessage[]>> {
    const people = new Map(members.map(({ adminId }): [number, NoticeMessage[]] => [adminId, []]));
    for (const { adminId, message } of await this.#inbox.unread([...people.keys()], this.#clock.now()))
      people.get(adminId)?.push(message);
    return people;
  }
}
