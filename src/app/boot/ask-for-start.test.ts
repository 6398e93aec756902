// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { firstQuestion } from '#src/engine/list/first-question.ts';
import { saveSession } from '#src/platform/session.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { setStored } from '#src/platform/storage.ts';
import { askForStart } from './ask-for-start.ts';

const here = { path: '/shops/addBrands', search: '', list: firstQuestion(brand), build: 'b' };
const asked: { url: string; init: RequestInit | undefined }[] = [];
let config: () => Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  config = async () => Response.json({ erp: '/other/erp' });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    return url === '/config.json' ? config() : new Promise<Response>(() => {});
  });
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'goods', nickname: '林' } });
  setStored(startKeys.device, 'device-1');
});

afterEach(() => {
  globalThis.askedAhead = undefined;
  globalThis.startList = undefined;
  vi.unstubAllGlobals();
  localStorage.clear();
});

const urls = () => asked.map(({ url }) => url);
const views = (uid: number, default_view: number | null) =>
  setStored(startKeys.views, {
    uid,
    own: { views: [], tables: { brand: { default_view, version: 1, columns: null } }, may_share: false },
    unsent: [],
  });

/** As a second start finds it. */
function keepAll(): void {
  setStored(startKeys.bases, { erp: '/kept/erp' });
  setStored(startKeys.snapshot, '{}');
  views(3, null);
}

it.each([
  ['nobody is signed in', () => localStorage.removeItem('authorization')],
  ['the device has no name', () => localStorage.removeItem(startKeys.device)],
])('asks nothing where %s', (_name, change) => {
  change();
  askForStart(here);
  expect(urls()).toEqual([]);
  expect(globalThis.startList).toBeUndefined();
});

it.each(['/hand', '/hand/queue', '/login/login'])('asks nothing for %s', (path) => {
  askForStart({ ...here, path });
  expect(urls()).toEqual([]);
});

it('asks no rows where the address or a view says which, and none of an address without a list', () => {
  keepAll();
  askForStart({ ...here, search: 'page=2' });
  askForStart({ ...here, list: undefined });
  views(3, 7);
  askForStart(here);
  expect(urls()).toEqual([]);
  expect(globalThis.startList).toBeUndefined();
});

it('asks nothing but /config.json while nobody has told where, and nothing then if nobody does', async () => {
  config = () => Promise.reject(new TypeError('Failed to fetch'));
  askForStart(here);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(urls()).toEqual(['/config.json']);
});

it('asks on a device that keeps nothing for rows, views and menu where /config.json says', async () => {
  askForStart(here);
  await expect
    .poll(urls)
    .toEqual(['/config.json', '/other/erp/v1/brand/list', '/api/acl/v1/me/preferences', '/api/acl/v1/index/menu']);
  expect(globalThis.startList).toEqual(here.list);
});

it('asks for the rows alone where the rest is kept, in the name of the person and as the list will', () => {
  keepAll();
  askForStart(here);
  expect(urls()).toEqual(['/kept/erp/v1/brand/list']);
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"page":1,"page_size":20}',
    headers: { authorization: 't', 'x-device-id': 'device-1', 'x-app-build': 'b', 'content-type': 'application/json' },
  });
});

it('takes what is kept of somebody else for nothing', async () => {
  keepAll();
  views(4, null);
  askForStart(here);
  expect(urls()).toEqual(['/kept/erp/v1/brand/list', '/api/acl/v1/me/preferences']);
});
