import type { WebSocket } from '@fastify/websocket';
import { z } from 'zod';
import { type AcknowledgeMessage, closeCodes } from '#contract/areas/shell/push.ts';
import { pushLimits } from './push-limits.ts';

/** What an open connection tells of itself. */
export interface SocketEvents {
  acknowledged(message: AcknowledgeMessage): void;
  /** It sent what is none of ours, or too much; it is being closed. */
  misbehaved(what: string): void;
  closed(): void;
}

/** One open connection: reads the one frame a browser may send, and does not let a slow reader fill our memory. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #events: SocketEvents;
  #answered = true;
  #frames: number[] = [];

  constructor(socket: WebSocket, events: SocketEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.on('message', (data, binary) => this.#read(binary ? undefined : String(data)));
    socket.on('pong', () => {
      this.#answered = true;
    });
    // The library has closed the connection by then: a frame that is too long (1009), not masked, not UTF-8.
    socket.on('error', (error) => events.misbehaved(error.message));
    socket.on('close', () => events.closed());
  }

  /** Sends a message; a reader that has let too much pile up is closed instead. */
  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > pushLimits.waitingBytes) this.close(closeCodes.slow);
    else this.#socket.send(text);
  }

  /** Pings; a connection that has not answered the last ping is dropped. */
  beat(): void {
    if (!this.#answered) {
      this.#socket.terminate();
      return;
    }
    this.#answered = false;
    this.#socket.ping();
  }

  /** Closes with a code that a browser comes back from; who does not shake hands in time is cut off. */
  close(code: number): void {
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), pushLimits.stopping).unref();
  }

  #read(text: string | undefined): void {
    if (this.#tooOften()) return this.#refuse('too many frames');
    const message = text === undefined ? undefined : readFrame(text);
    if (message) this.#events.acknowledged(message);
    else this.#refuse('a frame that is none of ours');
  }

  #refuse(what: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#events.misbehaved(what);
    this.close(closeCodes.badFrame);
  }

  #tooOften(): boolean {
    const now = performance.now();
    this.#frames = [...this.#frames.filter((at) => now - at < 10_000), now].slice(-pushLimits.framesInTenSeconds - 1);
    return this.#frames.length > pushLimits.framesInTenSeconds;
  }
}

const acknowledge = z.strictObject({ type: z.literal(4), msg_id: z.int().min(1) });

function readFrame(text: string): AcknowledgeMessage | undefined {
  try {
    return acknowledge.safeParse(JSON.parse(text)).data;
  } catch {
    // No JSON is as good as no frame of ours.
    return undefined;
  }
}
