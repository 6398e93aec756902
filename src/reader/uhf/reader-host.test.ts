import { expose, proxy, wrap } from 'comlink';
import { expect, it, vi } from 'vitest';
import { createReaderHost, type ReaderHost } from './reader-host.ts';
import { createSimulatedReader } from './simulated-reader.ts';
import { createTagList } from './tag-list.ts';
import type { Transport } from './transport.ts';
import type { ReaderTimes } from './uhf-reader.ts';

const quick: ReaderTimes = { listen: 5, answer: 200, tell: 5, silence: 200 };
const epcs = (count: number) =>
  Array.from({ length: count }, (_, at) => `30751FEB705C5904${at.toString(16).toUpperCase().padStart(8, '0')}`);

/** A host on the other side of a channel, as in a worker. */
function far(own: readonly Transport[] = []) {
  const { port1, port2 } = new MessageChannel();
  expose(
    createReaderHost(() => Promise.resolve(own), quick),
    port1,
  );
  const close = () => {
    port1.close();
    port2.close();
  };
  return { host: wrap<ReaderHost>(port2), close };
}

function heard() {
  const list = createTagList();
  const gone = vi.fn();
  const on = proxy({
    tags: (tags: Parameters<typeof list.take>[0]) => void list.take(tags, 0),
    trouble: () => undefined,
    gone: () => void gone(),
  });
  return { list, gone, on };
}

const device = () => createSimulatedReader('r200', { every: 1, burst: 20 });

it('nobody is found where nobody answers, and nothing can be started', async () => {
  const { host, close } = far();
  const dumb = createSimulatedReader('r200', { faults: { dumb: true } });
  expect(await host.connect(dumb.label, proxy(dumb), heard().on)).toBeNull();
  await expect(host.start()).rejects.toThrow('no reader is connected');
  close();
});

it('a line that cannot be opened is told by the name of what the browser says', async () => {
  const { host, close } = far();
  const shut = { ...device(), open: () => Promise.reject(new DOMException('busy', 'NetworkError')) };
  await expect(host.connect('x', proxy(shut), heard().on)).rejects.toMatchObject({ name: 'NetworkError' });
  close();
});

it('bytes of a lent line are read on the other side, and all of it has been told when it has stopped', async () => {
  const { host, close } = far();
  const { list, on } = heard();
  const lent = device();
  lent.show(epcs(500));
  expect(await host.connect(lent.label, proxy(lent), on)).toMatchObject({
    family: 'R200',
    region: '中国 900 MHz',
    power: 20,
  });
  expect(await host.setPower(12)).toBe(12);
  await host.start();
  await expect.poll(() => list.size, { timeout: 10_000 }).toBe(500);
  await host.stop();
  expect(list.reads).toBe(lent.reads);
  await host.close();
  await host.ended();
  close();
});

it('a line of its own is opened there, and the lent one is left alone', async () => {
  const own = device();
  own.show(epcs(30));
  const { host, close } = far([own]);
  const { list, on } = heard();
  const open = vi.fn(() => Promise.reject(new Error('not to be opened')));
  expect(await host.connect(own.label, proxy({ ...device(), open }), on)).toMatchObject({ family: 'R200' });
  await host.start();
  await expect.poll(() => list.size, { timeout: 10_000 }).toBe(30);
  expect(open).not.toHaveBeenCalled();
  await host.close();
  close();
});

it('of two lines of the same name neither is guessed at', async () => {
  const [one, other, lent] = [device(), device(), device()];
  const { host, close } = far([one, other]);
  expect(await host.connect(lent.label, proxy(lent), heard().on)).not.toBeNull();
  expect([one.orders, other.orders]).toEqual([[], []]);
  expect(lent.orders.length).toBeGreaterThan(0);
  await host.close();
  close();
});

it('that has gone ends after what it had read was told', async () => {
  const { host, close } = far();
  const { list, gone, on } = heard();
  const lent = device();
  lent.show(epcs(40));
  await host.connect(lent.label, proxy(lent), on);
  await host.start();
  await expect.poll(() => list.size, { timeout: 10_000 }).toBe(40);
  lent.unplug();
  await host.ended();
  expect(gone).toHaveBeenCalledTimes(1);
  close();
});
