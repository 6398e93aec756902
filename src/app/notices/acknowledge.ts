import { acknowledgeNotice } from '#src/live/notice-queue.ts';

let send: (msgId: number) => void = () => {};
let channel: BroadcastChannel | null = null;

/** Names the way by which acknowledgements go to the server, and shares them with the other pages of this browser. */
export function sendAcknowledgements(way: (msgId: number) => void): void {
  send = way;
  if (channel || typeof BroadcastChannel !== 'function') return;
  channel = new BroadcastChannel('notices');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') acknowledgeNotice(data);
  });
}

/**
 * The person presses 我知道了: the notice is gone here and on the other pages, and the server is told. Should that be lost,
 * the server sends the notice again on the next connection and is told again.
 */
export function acknowledge(msgId: number): void {
  acknowledgeNotice(msgId);
  send(msgId);
  channel?.postMessage(msgId);
}
