// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { Local, QueueStatus } from '#src/local/index.ts';
import { createServices } from './services.ts';
import { answerTabs } from './tab-poll.ts';
import { updateHindrance } from './update-hindrance.ts';

const nothing: QueueStatus = { unsent: 0, oldest: null, attention: 0, others: [], ofAnotherBuild: 0 };
const guard = (event: Event) => event.preventDefault();

afterEach(() => {
  vi.unstubAllGlobals();
  removeEventListener('beforeunload', guard);
});

it('is none where nothing would be lost and everything is sent', async () => {
  noOtherTab();
  expect(await hindrance(nothing)).toBe('');
});

it.each<[string, Partial<QueueStatus>, number]>([
  ['of this person', { unsent: 2 }, 2],
  ['of other people', { others: [{ uid: 4, unsent: 1 }] }, 1],
  ['of all of them', { unsent: 1, others: [4, 5].map((uid) => ({ uid, unsent: 2 })) }, 5],
  ['that this build can send', { unsent: 3, ofAnotherBuild: 2 }, 1],
])('is every unsent scan %s', async (_whose, status, scans) => {
  noOtherTab();
  expect(await hindrance({ ...nothing, ...status })).toBe(`本机还有 ${scans} 条扫描未发送，发送完再更新`);
});

it('is no scan that only another build can send, nor one that waits for a decision', async () => {
  noOtherTab();
  expect(await hindrance({ ...nothing, unsent: 3, ofAnotherBuild: 3, attention: 2 })).toBe('');
});

it('is what this page or another tab has not saved', async () => {
  addEventListener('beforeunload', guard);
  expect(await hindrance(nothing)).toBe('本页有未保存的内容，保存后再更新');
  removeEventListener('beforeunload', guard);
  answerTabs(() => false);
  expect(await hindrance(nothing)).toBe('另一个标签页有未保存的内容，保存后再更新');
});

function hindrance(status: QueueStatus): Promise<string> {
  const services = createServices({ onActivity: () => {}, onSignedOut: () => {} });
  const local = { outbox: { statusNow: () => Promise.resolve(status) } } as unknown as Local;
  return updateHindrance({ ...services, local: () => Promise.resolve(local) });
}

// Whether another one objects is waited for otherwise.
function noOtherTab(): void {
  vi.stubGlobal('BroadcastChannel', undefined);
}
