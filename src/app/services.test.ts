// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { query } from '#contract/kit/call.ts';
import { useNotices } from '#src/kit/notice.ts';
import { setStored } from '#src/platform/storage.ts';
import { createServices } from './services.ts';

afterEach(() => vi.unstubAllGlobals());

it('sends nothing that this device keeps while operations have paused sending', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ build: 'b', killSw: false, pauseDrain: true }));
  });
  const local = await createServices({ onActivity: () => {}, onSignedOut: () => {} }).local();
  await local.session.put({ uid: 11, nickname: '', token: 'token-11', expires_at: 0 });
  const goods = { barcode: '690001', skuId: 1, imperfectType: 0, qty: 1 };
  await local.journal.append({ uid: 11, sheetId: 1, kind: 'add', zone: 'A', round: 1, ...goods });
  await local.sync.kick('again');
  expect(await local.drain()).toEqual({ end: 'paused' });
  expect(await local.journal.statusNow(11)).toMatchObject({ unsent: 1 });
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
