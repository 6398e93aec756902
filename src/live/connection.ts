import { closeCodes } from '#contract/areas/shell/push.ts';
import { reconnectDelay, steadyAfter } from './reconnect-policy.ts';

/** What a live connection uses of a socket: the browser's will do, and so will any other. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(code: number): void;
}

/** Where to connect to next, by a fresh ticket. */
export type Way =
  | { kind: 'address'; address: string }
  /** No ticket now: no network, a busy server. */
  | { kind: 'none' }
  /** The session is over; the wire has said so to whom it concerns. */
  | { kind: 'signedOut' };

/** The world around a live connection; tests bring their own clock, chance and sockets. */
export interface LiveWorld {
  way(): Promise<Way>;
  /** Null where such an address cannot even be tried. */
  open(address: string): Socket | null;
  /** Runs something after so many milliseconds unless the answer is called before. */
  later(run: () => void, milliseconds: number): () => void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  random(): number;
  /** False while an attempt would be idle: nobody looks at the page and the network is gone. */
  worthTrying(): boolean;
}

export interface LiveEvents {
  /** Open; `late` unless its very first try has opened it: something may have been missed since it was first wanted. */
  opened(late: boolean): void;
  /** Down: broken off, gone silent, or closed by its own side. */
  lost(): void;
  message(text: unknown): void;
}

/** One live connection that keeps itself up until it is closed. */
export interface LiveConnection {
  /** Tries at once: the network is back, somebody looks at the page again. Nothing where it is open and well. */
  wake(): void;
  /** Sends where it is open; false where it is not. */
  send(text: string): boolean;
  /** Closes with 1000; `wake` opens it again. */
  rest(): void;
}

/** Sends of the server come every 30 s; after this much silence the connection only seems to be there. Milliseconds. */
const silence = { most: 75_000, suspicious: 35_000 } as const;

/** Makes a live connection (specification §4). Nothing is opened before `wake`. */
export function createConnection(world: LiveWorld, events: LiveEvents): LiveConnection {
  let socket: Socket | null = null;
  /** Counts attempts: what an older one still has to say is of no interest. */
  let attempt = 0;
  let trying = false;
  let failures = 0;
  let tries = 0;
  let heardAt = 0;
  let stopWaiting = (): void => {};
  let stopListening = (): void => {};

  const drop = (): void => {
    attempt += 1;
    trying = false;
    stopWaiting();
    stopListening();
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close(closeCodes.done);
    events.lost();
  };

  const ended = (code: number, openedAt: number | null): void => {
    drop();
    if (openedAt !== null && world.now() - openedAt >= steadyAfter) failures = 0;
    const delay = reconnectDelay({ code, opened: openedAt !== null, failures }, world.random);
    failures += 1;
    if (delay !== null) stopWaiting = world.later(() => void tryOnce(), delay);
  };

  const listenFor = (openedAt: number): void => {
    stopListening = world.later(() => {
      if (world.now() - heardAt >= silence.most) ended(1006, openedAt);
      else listenFor(openedAt);
    }, silence.most);
  };

  const attach = (made: Socket): void => {
    let openedAt: number | null = null;
    socket = made;
    made.onopen = () => {
      trying = false;
      openedAt = heardAt = world.now();
      listenFor(openedAt);
      events.opened(tries > 1);
    };
    made.onmessage = ({ data }: { data: unknown }) => {
      heardAt = world.now();
      events.message(data);
    };
    made.onclose = ({ code }: { code: number }) => ended(code, openedAt);
  };

  async function tryOnce(): Promise<void> {
    tries += 1;
    // Waits for `wake`: the browser says when the network or the person is back.
    if (!world.worthTrying()) return;
    attempt += 1;
    trying = true;
    const mine = attempt;
    const way = await world.way();
    if (mine !== attempt) return;
    if (way.kind === 'signedOut') return drop();
    const made = way.kind === 'address' ? world.open(way.address) : null;
    if (made) attach(made);
    else ended(1006, null);
  }

  return {
    wake() {
      const well = socket?.readyState === isOpen && world.now() - heardAt < silence.suspicious;
      if (well || trying) return;
      drop();
      failures = 0;
      void tryOnce();
    },
    send(text) {
      if (socket?.readyState !== isOpen) return false;
      socket.send(text);
      return true;
    },
    rest: drop,
  };
}

const isOpen = 1;
