import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection, type LiveConnection, type Socket, type Way } from './connection.ts';

// The connection over sockets that the test opens and closes; time is the test's, the policy is the real one.

class Wire implements Socket {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: string[] = [];
  closedWith: number | null = null;

  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code: number): void {
    this.closedWith = code;
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.({} as never);
  }

  ends(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code } as never);
  }

  says(data: string): void {
    this.onmessage?.({ data } as never);
  }
}

let sockets: Wire[];
let way: Way;
let worth: boolean;
let opened: boolean[];
let lost: number;
let heard: unknown[];
let connection: LiveConnection;

const last = (): Wire => sockets.at(-1) as Wire;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  opened = [];
  lost = 0;
  heard = [];
  worth = true;
  way = { kind: 'address', address: 'ws://here/erp/3?ticket=t' };
  connection = createConnection(
    {
      way: () => Promise.resolve(way),
      open: (address) => {
        sockets.push(new Wire(address));
        return last();
      },
      later: (run, milliseconds) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      now: () => Date.now(),
      random: () => 0.5,
      worthTrying: () => worth,
    },
    { opened: (late) => opened.push(late), lost: () => void lost++, message: (text) => heard.push(text) },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(): Promise<Wire> {
  connection.wake();
  await pass(0);
  last().opens();
  return last();
}

describe('a live connection', () => {
  it('opens by a ticket, hears, and sends only while it is open', async () => {
    expect(connection.send('early')).toBe(false);
    const socket = await open();
    expect(socket.address).toBe('ws://here/erp/3?ticket=t');
    socket.says('word');
    expect(connection.send('now')).toBe(true);
    expect([heard, socket.sent, opened]).toEqual([['word'], ['now'], [false]]);
  });

  it('says that it is down, by whichever side', async () => {
    (await open()).ends(1006);
    expect(lost).toBe(1);
    await pass(5000);
    last().opens();
    connection.rest();
    expect(lost).toBe(2);
  });

  it.each([1000, 1001, 1005])('stays closed after %i', async (code) => {
    (await open()).ends(code);
    await pass(600_000);
    expect(sockets).toHaveLength(1);
  });

  it.each([1006, 1008, 1011, 1012, 1013, 4001, 4002])(
    'comes back after %i, with a new ticket, and says so',
    async (code) => {
      (await open()).ends(code);
      await pass(999);
      expect(sockets).toHaveLength(1);
      await pass(1);
      expect(sockets).toHaveLength(2);
      last().opens();
      expect(opened).toEqual([false, true]);
    },
  );

  it('waits 3 s after an error before it was open, longer each time, and begins anew once it has lasted', async () => {
    connection.wake();
    await pass(0);
    const gaps: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const count = sockets.length;
      last().ends(1006);
      const from = Date.now();
      while (sockets.length === count) await pass(100);
      gaps.push(Date.now() - from);
    }
    expect(gaps).toEqual([3000, 3000, 4000, 8000, 16_000]);
    last().opens();
    // Its first opening, but much may have been said since it was first wanted.
    expect(opened).toEqual([true]);
    await pass(10_000);
    last().ends(1012);
    await pass(1000);
    expect(sockets).toHaveLength(7);
  });

  it('does not begin anew for a connection that does not last', async () => {
    await open();
    for (let time = 0; time < 4; time += 1) {
      last().ends(1012);
      await pass(1000 * 2 ** time);
      last().opens();
    }
    last().ends(1012);
    await pass(15_900);
    expect(sockets).toHaveLength(5);
  });

  it('tries on without a ticket, and gives up when the session is over', async () => {
    way = { kind: 'none' };
    connection.wake();
    await pass(3000);
    way = { kind: 'signedOut' };
    await pass(60_000);
    way = { kind: 'address', address: 'ws://here' };
    await pass(600_000);
    expect(sockets).toEqual([]);
  });

  it('does not try while it would be idle, and at once when it is woken', async () => {
    (await open()).ends(1006);
    worth = false;
    await pass(600_000);
    expect(sockets).toHaveLength(1);
    worth = true;
    connection.wake();
    await pass(0);
    expect(sockets).toHaveLength(2);
  });

  it('is woken out of a long wait, and not twice at once', async () => {
    way = { kind: 'none' };
    connection.wake();
    await pass(100_000);
    way = { kind: 'address', address: 'ws://here' };
    connection.wake();
    connection.wake();
    await pass(0);
    expect(sockets).toHaveLength(1);
  });

  it('rests with 1000, hears nothing more, and is woken again', async () => {
    const socket = await open();
    connection.rest();
    expect(socket.closedWith).toBe(1000);
    socket.says('late');
    socket.ends(1000);
    await pass(600_000);
    expect([sockets.length, heard]).toEqual([1, []]);
    await open();
    expect(opened).toEqual([false, true]);
  });

  it('rests also when the ticket is still on its way', async () => {
    connection.wake();
    connection.rest();
    await pass(600_000);
    expect(sockets).toEqual([]);
    await open();
    expect(opened).toEqual([true]);
  });

  it('leaves a socket that has been silent for 75 s, on being woken after 35 s already', async () => {
    const socket = await open();
    await pass(60_000);
    socket.says('alive');
    await pass(74_000);
    expect(sockets).toHaveLength(1);
    await pass(77_000);
    expect(socket.closedWith).toBe(1000);
    expect(sockets).toHaveLength(2);
    last().opens();
    await pass(30_000);
    connection.wake();
    await pass(0);
    expect(sockets).toHaveLength(2);
    await pass(6000);
    connection.wake();
    await pass(0);
    expect(sockets).toHaveLength(3);
  });
});
