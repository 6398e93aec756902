import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { headers } from '#contract/kit/call.ts';
import { connect } from '#server/database/connect.ts';
import { createConnection, type LiveConnection, type Way } from '#src/live/connection.ts';
import { readMessage } from '#src/live/read-message.ts';
import { ownCluster } from '#tests/boot/kill.ts';
import { runsOf, turnOf } from '#tests/boot/share.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

// Real processes, real sockets, and the browser's own connection with its own policy (reference reliability §2 no. 4): a
// deployment with all people at work. Time runs faster than it is; LIVE_SPEED=1 is the real one. What is measured is when each
// of them tries again: how long a machine takes to answer them at once is its own affair.

const speed = Number(process.env['LIVE_SPEED'] ?? 4);
const people = runsOf(200);
/** A restart takes as long as it takes; this is how long nobody is there at all. Milliseconds of the clients' time. */
const down = 12_000;
const most = 65_000;

// The product refuses a database that guards nothing.
const { url } = await ownCluster();
const { db, close } = await connect({ url, max: 4 });
afterAll(close);
let one: ServerProcess;
let other: ServerProcess;
const desks: Desk[] = [];

interface Desk {
  readonly connection: LiveConnection;
  readonly notices: number[];
  open: boolean;
  openings: number;
  /** When it tried last; of the browser's clock, milliseconds. */
  triedAt: number;
}

beforeAll(async () => {
  one = await serverProcess(url);
  other = await serverProcess(url);
});

afterAll(async () => {
  for (const desk of desks) desk.connection.rest();
  await Promise.all([one?.remove(), other?.remove()]);
});

it(`${people} people on one process hear what is sent on the other`, async () => {
  for (let made = 0; made < people; made += 1) {
    const who = await person(db);
    desks.push(deskOf(one.host, who.id, await signedIn(db, who)));
  }
  for (const desk of desks) desk.connection.wake();
  await expect.poll(openDesks, { timeout: 60_000 }).toBe(people);
  const id = await sendNotice(other.host);
  await expect.poll(() => desks.filter((desk) => desk.notices.includes(id)).length, { timeout: 30_000 }).toBe(people);
});

it.each(turnOf(['SIGKILL', 'SIGTERM'] as const))(
  'after %s and a restart all of them are back within 65 s, and are told what they missed',
  async (how) => {
    const before = desks.map((desk) => desk.openings);
    await one.end(how);
    await expect.poll(openDesks, { timeout: 20_000 }).toBe(0);
    const id = await sendNotice(other.host);
    await new Promise((resolve) => setTimeout(resolve, down / speed));
    await one.start();
    const begun = performance.now();
    await expect.poll(openDesks, { timeout: 120_000, interval: 10 }).toBe(people);
    const took = Math.max(...desks.map((desk) => desk.triedAt - begun)) * speed;
    if (speed === 1) process.stdout.write(`${how}: ${people} back after ${Math.round(took)} ms\n`);
    expect(took).toBeLessThan(most);
    await expect.poll(() => desks.filter((desk) => desk.notices.includes(id)).length, { timeout: 30_000 }).toBe(people);
    // Once each: nobody opens and is thrown out again.
    expect(desks.filter((desk, at) => desk.openings !== (before[at] ?? 0) + 1)).toEqual([]);
  },
  240_000,
);

it('rows of connections that a killed process left behind are few, and give way', async () => {
  const { rows } = await sql<{ most: number }>`
    select max(count) as most from (select count(*) as count from push_connection where opened_at is not null group by admin_id) as own`.execute(
    db,
  );
  expect(rows[0]?.most).toBeLessThanOrEqual(5);
});

function openDesks(): number {
  return desks.filter((desk) => desk.open).length;
}

function deskOf(host: string, uid: number, signed: Record<string, string>): Desk {
  const notices: number[] = [];
  const connection = createConnection(
    {
      way: () => {
        desk.triedAt = performance.now();
        return wayTo(host, uid, signed);
      },
      open: (address) => watched(new WebSocket(address, { origin: `http://${host}` })) as never,
      later: (run, milliseconds) => {
        const timer = setTimeout(run, milliseconds / speed);
        return () => clearTimeout(timer);
      },
      now: () => performance.now() * speed,
      random: Math.random,
      worthTrying: () => true,
    },
    {
      opened: () => {
        desk.openings += 1;
      },
      lost: () => undefined,
      message: (text) => {
        const message = readMessage(text);
        if (message?.type === 3) notices.push(message.msg_id);
      },
    },
  );
  const desk: Desk = { connection, notices, open: false, openings: 0, triedAt: 0 };
  const watched = (socket: WebSocket): WebSocket => {
    socket.on('open', () => {
      desk.open = true;
    });
    socket.on('close', () => {
      desk.open = false;
    });
    // The closing that follows says it again.
    socket.on('error', () => {});
    return socket;
  };
  return desk;
}

async function wayTo(host: string, uid: number, signed: Record<string, string>): Promise<Way> {
  try {
    const { code, result } = await post(host, '/api/acl/v1/index/pushTicket', { headers: signed, input: {} });
    if (code !== 200) return { kind: 'none' };
    return { kind: 'address', address: `ws://${host}/erp/${uid}?ticket=${(result as { ticket: string }).ticket}` };
  } catch {
    // Nobody is there.
    return { kind: 'none' };
  }
}

/** Sends a notice to everyone through one of the processes; its id. */
async function sendNotice(host: string): Promise<number> {
  const author = await person(db, { keys: ['common:notifySave', 'common:notifySend'] });
  const signed = await signedIn(db, author);
  const draft = { title: '盘点安排', content: '本周六盘点', target_type: 1 };
  const saved = await post(host, '/api/erp/v1/common/notifySave', { headers: writing(signed), input: draft });
  const { id } = saved.result as { id: number };
  const sent = await post(host, '/api/erp/v1/common/notifySend', { headers: writing(signed), input: { id } });
  if (sent.code !== 200) throw new Error(`not sent: ${JSON.stringify(sent)}`);
  return id;
}

async function post(
  host: string,
  path: string,
  { headers: given, input }: { headers: Record<string, string>; input: object },
): Promise<{ code: number; result: unknown }> {
  const response = await fetch(`http://${host}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [headers.requestType]: 'erp-web', ...given },
    body: JSON.stringify(input),
  });
  return (await response.json()) as { code: number; result: unknown };
}
