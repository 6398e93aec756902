// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { menuCall } from '#contract/areas/access/calls.ts';
import { query } from '#contract/kit/call.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { useNotices } from '#src/kit/notice.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { setStored } from '#src/platform/storage.ts';
import { createServices } from './services.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('where the services live', () => {
  const asked: string[] = [];
  let tell: (config: object) => void;

  function open() {
    asked.length = 0;
    const told = new Promise<object>((resolve) => {
      tell = resolve;
    });
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return Response.json(address === '/config.json' ? await told : { code: 200, msg: '', result: { data: [] } });
    });
    setStored(startKeys.device, 'device-1');
    return createServices({ onActivity: () => {}, onSignedOut: () => {} });
  }

  it('is waited for where this device keeps nothing', async () => {
    const { wire } = open();
    const sent = wire.send(menuCall, {});
    await expect.poll(() => asked).toEqual(['/config.json']);
    tell({ acl: '/there/acl' });
    expect(await sent).toMatchObject({ ok: true });
    expect(asked).toEqual(['/config.json', '/there/acl/v1/index/menu']);
  });

  it('is where it was last time until told otherwise; what was read there is old then', async () => {
    setStored(startKeys.bases, { acl: '/before/acl', build: 'a' });
    const { wire, queries } = open();
    await queries.fetchQuery({ queryKey: ['menu'], queryFn: () => wire.send(menuCall, {}) });
    expect(asked).toContain('/before/acl/v1/index/menu');
    tell({ acl: '/there/acl', build: 'a' });
    await expect.poll(() => queries.getQueryState(['menu'])?.isInvalidated).toBe(true);
    await wire.send(menuCall, {});
    expect(asked.at(-1)).toBe('/there/acl/v1/index/menu');
  });

  it('is no other place for another build', async () => {
    setStored(startKeys.bases, { acl: '/before/acl', build: 'a' });
    const { wire, queries } = open();
    await queries.fetchQuery({ queryKey: ['menu'], queryFn: () => wire.send(menuCall, {}) });
    tell({ acl: '/before/acl', build: 'b' });
    await expect.poll(() => localStorage.getItem(startKeys.bases)).toContain('"build":"b"');
    expect(queries.getQueryState(['menu'])?.isInvalidated).toBe(false);
  });
});

it('sends nothing that this device keeps while operations have paused sending', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ build: 'b', killSw: false, pauseDrain: true }));
  });
  const local = await createServices({ onActivity: () => {}, onSignedOut: () => {} }).local();
  await local.session.put({ uid: 11, nickname: '', token: 'token-11', expires_at: 0 });
  const goods = { barcode: '690001', skuId: 1, imperfectType: 0, qty: 1 };
  await stocktakingOf(local).append({ uid: 11, sheetId: 1, kind: 'add', zone: 'A', round: 1, ...goods });
  await local.sync.kick('again');
  expect(await local.drain()).toEqual({ end: 'paused' });
  expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 1 });
  expect(asked).toEqual(['/version.json']);
  local.close();
});

describe('what a call may ask of the shell', () => {
  const call = query<object, null>({ service: 'erp', path: '/v1/probe', access: 'login' });
  const forbidden = { code: 4003, msg: '没有操作权限', result: null };
  let answer: () => void;
  const begin = () => {
    const running: number[] = [];
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', async (address: string) => {
      if (!address.includes('/v1/probe')) return Response.json({});
      await answered;
      return Response.json(forbidden, { status: 403 });
    });
    setStored('device:id', 'd');
    return { running, services: createServices({ onActivity: (now) => running.push(now), onSignedOut: () => {} }) };
  };
  afterEach(() => {
    for (const open of useNotices.getState().dialogs) open.answer(true);
    localStorage.clear();
  });

  it.each([
    [{}, { counted: true, told: true }],
    // isHideLoadIng and dotUseMC of the specification §3: each does its own thing.
    [{ hideLoading: true }, { counted: false, told: true }],
    [{ ownWords: true }, { counted: true, told: false }],
    [
      { hideLoading: true, ownWords: true },
      { counted: false, told: false },
    ],
  ])('%o', async (options, { counted, told }) => {
    const { running, services } = begin();
    const sending = services.wire.send(call, {}, options);
    answer();
    expect(await sending).toMatchObject({ ok: false, failure: { kind: 'forbidden' } });
    expect(running).toEqual(counted ? [1, 0] : []);
    expect(useNotices.getState().dialogs.map(({ title, text }) => `${title} ${text}`)).toEqual(
      told ? ['提示 没有操作权限'] : [],
    );
  });
});
