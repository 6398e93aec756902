import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Kysely } from 'kysely';
import { WebSocket } from 'ws';
import type { AcknowledgeMessage, PushMessage } from '#contract/areas/shell/push.ts';
import { serveEverything } from '#server/application.ts';
import { noticeInbox } from '#server/areas/shell/notice-inbox.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { mountPush } from '#server/push/mount.ts';
import { signedIn } from './people.ts';
import { type TestServer, testServer } from './server.ts';

/** A server process with live connections, on a port of its own. */
export interface LiveServer extends TestServer {
  readonly host: string;
}

/** Opens one; two of them on one database are two processes to one another. Close it by `app.close()`. */
export async function liveServer(
  { db, url }: { db: Kysely<unknown>; url: string },
  clock: Clock = systemClock,
): Promise<LiveServer> {
  const server = await testServer(db, { kit: serveEverything(new Numbers(db)), clock });
  const log = createLog({ level: 'silent' });
  await mountPush(server.app, { db, url, identity: server.identity, clock, log, inbox: noticeInbox(db) });
  server.app.get('/known', () => 'no live connection');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...server, host: `127.0.0.1:${(server.app.server.address() as AddressInfo).port}` };
}

/** A person's browser at the other end of a live connection. */
export interface Line {
  readonly socket: WebSocket;
  /** Everything that came, signs of life and lists of what is unread left out. */
  readonly messages: PushMessage[];
  /** The lists of what is unread, as they came. */
  readonly unread: (readonly number[])[];
  /** The code it was closed with. */
  readonly closed: Promise<number>;
  acknowledge(msgId: number): void;
}

/** A ticket for a fresh session of this person, or for the one of these headers. */
export async function ticketOf(server: TestServer, headers: Record<string, string>): Promise<string> {
  const { body } = await server.call('/api/acl/v1/index/pushTicket', {}, { headers });
  if (body.code !== 200) throw new Error(`no ticket: ${JSON.stringify(body)}`);
  return (body.result as { ticket: string }).ticket;
}

/** Connects a person; throws with the status the server answers where it refuses. */
export async function connected(
  server: LiveServer,
  db: Kysely<unknown>,
  person: { id: number; headers?: Record<string, string> },
): Promise<Line> {
  const headers = person.headers ?? (await signedIn(db, person));
  return await dial(server.host, { uid: person.id, ticket: await ticketOf(server, headers) });
}

/** Dials as a browser does; throws `HTTP <status>` for a refusal before the upgrade. */
export async function dial(
  host: string,
  { uid, ticket, origin = `http://${host}` }: { uid: number | string; ticket?: string; origin?: string | undefined },
): Promise<Line> {
  const query = ticket === undefined ? '' : `?ticket=${ticket}`;
  const socket = new WebSocket(`ws://${host}/erp/${uid}${query}`, origin === '' ? {} : { origin });
  const messages: PushMessage[] = [];
  const unread: (readonly number[])[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as PushMessage;
    if (message.type === 7) unread.push(message.unread);
    else if (message.type !== 5 || message.changed.length > 0) messages.push(message);
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await opened(socket);
  return {
    socket,
    messages,
    unread,
    closed,
    acknowledge: (msgId) => socket.send(JSON.stringify({ type: 4, msg_id: msgId } satisfies AcknowledgeMessage)),
  };
}

/** Waits until a connection is open; throws `HTTP <status>` for a refusal before the upgrade. */
export async function opened(socket: WebSocket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => reject(new Error(`HTTP ${response.statusCode}`)));
    socket.on('error', reject);
  });
}
