// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delays } from '#contract/kit/limits.ts';
import { clearPermissionKeys } from '#src/engine/permissions-store.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { saveSession } from '#src/platform/session.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices, type Services } from '../services.ts';
import { refreshSession } from '../session/sign-in-state.ts';
import { askPermissions, keptPermissions } from './menu-query.ts';
import { usePermissions } from './use-permissions.ts';

// Buttons behind a key (specification §6): nothing shows before the set is known, the kept set serves after 300 ms, the
// answer replaces it.

const session = { token: 't', exp: 0, userInfo: { uid: 3, username: 'goods', nickname: '林' } };
let answer: (keys: readonly string[]) => void;

beforeEach(() => {
  saveSession(session);
  refreshSession();
  vi.stubGlobal('reportError', (problem: unknown) => {
    throw problem;
  });
  const pending = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (path: string) => {
    if (!String(path).endsWith('/permissions')) return new Response('{}', { status: 404 });
    return new Response(JSON.stringify({ code: 200, msg: '', result: { data: await pending } }));
  });
});

afterEach(() => {
  cleanup();
  clearPermissionKeys();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function Page({ nodeId }: { nodeId: number }) {
  usePermissions(nodeId);
  return useAllowed('brand:add') ? <button type="button">新建</button> : <p>页面</p>;
}

function open(nodeId: number, services: Services = made()): void {
  render(
    <AppProvider value={{ services, rows: [], sessionEnd: undefined as never }}>
      <Page nodeId={nodeId} />
    </AppProvider>,
  );
}

const made = (): Services => createServices({ onSignedOut: () => {}, onActivity: () => {} });
const button = () => screen.queryByRole('button', { hidden: true });
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Lets a set of a node be kept on this device, as an earlier visit would have. */
async function keep(nodeId: number, keys: readonly string[]): Promise<Services> {
  const services = made();
  answer(keys);
  await askPermissions(services, { uid: 3, nodeId });
  await expect.poll(() => keptPermissions(services, { uid: 3, nodeId })).toEqual(keys);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  return services;
}

it('shows nothing guarded while the answer hangs and nothing was kept, and nothing of it takes the focus', async () => {
  open(11);
  await wait(delays.permissionFallback + 200);
  expect(button()).toBeNull();
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});

it('shows it when the answer says so', async () => {
  open(12);
  expect(button()).toBeNull();
  answer(['brand:add']);
  await expect.poll(button).not.toBeNull();
});

it('serves the kept set after 300 ms, and not before', async () => {
  open(13, await keep(13, ['brand:add']));
  await wait(delays.permissionFallback - 100);
  expect(button()).toBeNull();
  await expect.poll(button).not.toBeNull();
});

it('an answer that took the key away replaces the kept set', async () => {
  const services = await keep(14, ['brand:add']);
  let late: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (late = resolve)));
  open(14, services);
  await expect.poll(button).not.toBeNull();
  late(new Response(JSON.stringify({ code: 200, msg: '', result: { data: [] } })));
  await expect.poll(button).toBeNull();
});

it('an answer that is quick enough leaves no room for the kept set', async () => {
  const services = await keep(15, ['brand:add']);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: '', result: { data: [] } })));
  open(15, services);
  const seen = new Set<boolean>();
  for (let n = 0; n < 10; n += 1) {
    await wait(60);
    seen.add(button() !== null);
  }
  expect([...seen]).toEqual([false]);
});
