// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { openLocal } from '#src/local/index.ts';
import { isPutAway, putMessageAway } from '#src/platform/message-read.ts';
import { isPausedHere, isStoppedHere, noteOwnOrders } from '#src/platform/own-orders.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('sends nothing while it is paused by itself, keeps all of it, and sends it once it is let go', async () => {
  const device = await newDevice();
  const office = new Office();
  const local = await openLocal({
    world: { ...device.world, name: 'own-orders' },
    send: office.send,
    codecs: [stocktaking],
    paused: () => Promise.resolve(isPausedHere()),
  });
  await local.session.put({ uid: 11, nickname: '', token: 't-11', expires_at: 0 });
  noteOwnOrders({ pause: true, kill: true });
  expect(isStoppedHere()).toBe(true);
  for (let scan = 0; scan < 5; scan += 1) await stocktakingOf(local).append(newScan());
  await expect.poll(() => local.drain()).toEqual({ end: 'paused' });
  expect((await local.outbox.statusNow(11)).unsent).toBe(5);
  expect(office.requests).toEqual([]);
  noteOwnOrders({ pause: false, kill: false });
  await local.sync.kick('again');
  await expect.poll(async () => (await local.outbox.statusNow(11)).unsent).toBe(0);
  expect(new Set(office.taken.map(({ entry }) => entry.op_id)).size).toBe(5);
  expect(isStoppedHere()).toBe(false);
});

it('is not silent for good when it never hears of its pause again', () => {
  vi.useFakeTimers();
  noteOwnOrders({ pause: true, kill: false });
  vi.advanceTimersByTime(59 * 60_000);
  expect(isPausedHere()).toBe(true);
  vi.advanceTimersByTime(2 * 60_000);
  expect(isPausedHere()).toBe(false);
});

it('asks for the build that it is taken back to until that is let go of', () => {
  noteOwnOrders({ pause: false, kill: false, build: 'b-1.2' });
  expect(document.cookie).toContain('build=b-1.2');
  // A server of before says nothing of it.
  noteOwnOrders({ pause: false, kill: false });
  expect(document.cookie).not.toContain('build');
});

it('shows a message until somebody has put it away, and the next one again', () => {
  expect(isPutAway(4)).toBe(false);
  putMessageAway(4);
  expect(isPutAway(4)).toBe(true);
  expect(isPutAway(5)).toBe(false);
});
