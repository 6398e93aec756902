// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MenuNode } from '#contract/areas/access/calls.ts';
import { saveSession } from '#src/platform/session.ts';
import { createServices, type Services } from '../services.ts';
import { askMenu, askPermissions, keptPermissions } from './menu-query.ts';

const tree: MenuNode[] = [
  { id: 5, parent_id: null, url: '/#/storage/stockList', name: '库存列表', order: 1, style: null, childNode: [] },
];
const at = { uid: 3, nodeId: 5 };

let reply: (path: string) => Response;

beforeEach(() => {
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'whs', nickname: '王' } });
  // jsdom lacks it.
  vi.stubGlobal('reportError', (problem: unknown) => {
    throw problem;
  });
  vi.stubGlobal('fetch', async (path: string) => reply(path));
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('without network, a new start has the menu and the permissions that were had before', async () => {
  reply = (path) =>
    new Response(
      JSON.stringify({ code: 200, msg: '', result: { data: path.endsWith('/menu') ? tree : ['stock:view'] } }),
    );
  const online = services();
  await askMenu(online);
  expect(menuOf(online)).toEqual(tree);
  expect(await askPermissions(online, at)).toEqual(['stock:view']);
  await expect.poll(() => keptPermissions(online, at)).toEqual(['stock:view']);

  reply = () => {
    throw new TypeError('Failed to fetch');
  };
  const offline = services();
  await askMenu(offline);
  expect(menuOf(offline)).toEqual(tree);
  expect(await askPermissions(offline, at)).toEqual(['stock:view']);
});

it('a refusal is not answered from what was kept', async () => {
  reply = () => new Response(JSON.stringify({ code: 200, msg: '', result: { data: ['stock:view'] } }));
  const before = services();
  await askPermissions(before, at);
  await expect.poll(() => keptPermissions(before, at)).not.toBeNull();
  reply = () => new Response(JSON.stringify({ code: 4003, msg: '没有操作权限', result: null }), { status: 403 });
  await expect(askPermissions(services(), at)).rejects.toMatchObject({ failure: { kind: 'forbidden' } });
});

it('what one person had is not another’s', async () => {
  reply = () => new Response(JSON.stringify({ code: 200, msg: '', result: { data: ['stock:view'] } }));
  const before = services();
  await askPermissions(before, at);
  await expect.poll(() => keptPermissions(before, at)).not.toBeNull();
  expect(await keptPermissions(before, { uid: 4, nodeId: 5 })).toBeNull();
});

function services(): Services {
  return createServices({ onSignedOut: () => {}, onActivity: () => {} });
}

function menuOf(of: Services): MenuNode[] | undefined {
  return of.queries.getQueryData(['menu', 3]);
}
