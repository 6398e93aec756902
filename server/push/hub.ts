import type { Changeable, PushMessage } from '#contract/areas/shell/push.ts';
import { closeCodes } from '#contract/areas/shell/push.ts';
import type { OpenedConnection } from './connections.ts';
import type { DeadSession } from './dead-sessions.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Published } from './publish.ts';

/** One open connection and whose it is. */
export interface Member extends OpenedConnection {
  readonly socket: LiveSocket;
}

/** The open connections of this process. */
export class Hub {
  readonly #members = new Map<number, Member>();
  readonly #byPerson = new Map<number, Set<Member>>();

  add(member: Member): void {
    this.#members.set(member.id, member);
    const own = this.#byPerson.get(member.adminId) ?? new Set();
    this.#byPerson.set(member.adminId, own.add(member));
  }

  remove(member: Member): void {
    this.#members.delete(member.id);
    const own = this.#byPerson.get(member.adminId);
    own?.delete(member);
    if (own?.size === 0) this.#byPerson.delete(member.adminId);
  }

  members(): Member[] {
    return [...this.#members.values()];
  }

  people(): number[] {
    return [...this.#byPerson.keys()];
  }

  /** Sends a message to those of these people who are here; answers who they are. */
  deliver({ to, message }: Published): number[] {
    const here = to === 'everyone' ? this.people() : to.filter((id) => this.#byPerson.has(id));
    const text = textOf(message);
    for (const id of here) for (const member of this.#byPerson.get(id) ?? []) member.socket.send(text);
    return here;
  }

  /** Closes connections that have given way to newer ones of the same person. */
  giveWay(ids: readonly number[]): void {
    for (const id of ids) this.#members.get(id)?.socket.close(closeCodes.elsewhere);
  }

  /** Closes the connections of sessions that are over. Who was thrown out is told so first. */
  endSessions(dead: readonly DeadSession[]): void {
    const forced = new Map(dead.map((session) => [session.id, session.forced]));
    for (const member of this.members()) {
      const how = forced.get(member.sessionId);
      if (how === undefined) continue;
      if (how) member.socket.send(textOf(changed(['session'])));
      member.socket.close(how ? closeCodes.sessionEnded : closeCodes.sessionOver);
    }
  }

  /** Drops whoever is gone, pings the others and shows them that we are here. */
  beat(): void {
    const alive = textOf(changed([]));
    for (const { socket } of this.members()) {
      socket.beat();
      socket.send(alive);
    }
  }

  /** Closes everything with 1012: everybody comes back, to whichever process is there then. */
  closeAll(): void {
    for (const { socket } of this.members()) socket.close(closeCodes.restart);
  }
}

/** A message that tells the browser to read something again. */
export function changed(what: readonly Changeable[]): PushMessage {
  return { type: 5, changed: what };
}

/** A message as it goes over a socket. */
export function textOf(message: PushMessage): string {
  return JSON.stringify(message);
}
