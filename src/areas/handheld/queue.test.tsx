// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CountAnswer, CountRequest } from '#contract/areas/warehouse/count-entry.ts';
import type { Failure } from '#src/wire/sent.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf } from './hand-bench.tsx';
import { stocktakingOf } from './stocktaking/stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what a person must look at', () => {
  it('shows each refused entry with its reason, and sends it again as a new one', async () => {
    const office = officeOf();
    office.word = { outcome: 'refused', code: 4001, msg: '不在盘点范围内' };
    const device = await queueOf(office, ['6901000']);
    expect(await screen.findByText('不在盘点范围内')).toBeTruthy();
    office.word = { outcome: 'accepted' };
    await userEvent.click(await screen.findByRole('button', { name: '重发' }));
    await waitFor(() => expect(screen.queryByText('不在盘点范围内')).toBeNull());
    await waitFor(async () => expect(await statusOf(device)).toMatchObject({ unsent: 0, attention: 0 }));
    expect(new Set(office.opIds).size).toBe(2);
  });

  it('puts an entry away only with a reason', async () => {
    const office = officeOf();
    office.word = { outcome: 'refused', code: 4001, msg: '不在盘点范围内' };
    const device = await queueOf(office, ['6901000']);
    await userEvent.click(await screen.findByRole('button', { name: '作废本条' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole('button', { name: '确认作废' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(await within(dialog).findByRole('button', { name: '扫错了' }));
    await userEvent.click(await within(dialog).findByRole('button', { name: '确认作废' }));
    await waitFor(async () => expect(await statusOf(device)).toMatchObject({ unsent: 0, attention: 0 }));
  });

  it('offers no second sending of what the server holds as unknown', async () => {
    const office = officeOf();
    office.word = { outcome: 'unknown', code: 4001, msg: '未知条码' };
    await queueOf(office, ['0000123']);
    expect(await screen.findByText('未知条码')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '重发' })).toBeNull();
  });

  it('waits for nobody once an unknown code has been taken back', async () => {
    const office = officeOf();
    office.word = { outcome: 'unknown', code: 4001, msg: '未知条码' };
    const device = await queueOf(office, ['0000123']);
    await screen.findByText('未知条码');
    office.word = { outcome: 'accepted' };
    const { uid, sheetId } = stream;
    await act(async () => {
      await stocktakingOf(device.local).append({ kind: 'void', uid, sheetId, voids: office.opIds[0] ?? '' });
      await device.local.sync.kick('again');
    });
    await waitFor(() => expect(screen.queryByText('未知条码')).toBeNull());
    expect(await statusOf(device)).toMatchObject({ unsent: 0, attention: 0 });
  });

  it('lets a stopped sheet be sent again', async () => {
    const office = officeOf();
    office.failure = { kind: 'forbidden', msg: '您不是这张盘点单的盘点人' };
    const device = await queueOf(office, ['6901000', '6902000']);
    expect((await screen.findAllByText(/您不是这张盘点单的盘点人/)).length).toBeGreaterThan(0);
    office.failure = null;
    office.word = { outcome: 'accepted' };
    await userEvent.click(await screen.findByRole('button', { name: '恢复发送' }));
    await waitFor(async () => expect(await statusOf(device)).toMatchObject({ unsent: 0, attention: 0 }));
    expect(screen.queryByRole('button', { name: '恢复发送' })).toBeNull();
  });
});

describe('how sending ended', () => {
  it('does not say that nothing waits while the server takes nothing of a sheet', async () => {
    const office = officeOf();
    office.countFailure = { kind: 'forbidden', msg: '您不是这张盘点单的盘点人' };
    const device = await queueOf(office, ['6901000', '6902000']);
    // Past the quiet after which the zones are reported: then nothing of the stream is left to try.
    await act(async () => {
      device.time += 3_000;
      await device.local.sync.kick('again');
    });
    await userEvent.click(await screen.findByRole('button', { name: /立即发送/ }));
    expect((await screen.findByText(/^上次发送/)).textContent).toContain('服务器暂不接收');
    expect(screen.queryByText(/没有等待发送的记录/)).toBeNull();
  });

  it('speaks of no unsent records when only the report of the zones is left', async () => {
    const office = officeOf();
    await queueOf(office, ['6901000']);
    await waitFor(() => expect(screen.queryByText(/记录都已接收.*报告库区进度/)).toBeTruthy());
    expect(screen.queryByText(/还有记录未发出/)).toBeNull();
    expect(screen.getAllByText('全部已接收').length).toBeGreaterThan(0);
  });
});

describe('putting right and putting away', () => {
  it('sends a misread code once more, put right, and the first word of it stays', async () => {
    const office = officeOf();
    office.word = { outcome: 'refused', code: 4001, msg: '不在盘点范围内' };
    const device = await queueOf(office, ['6901000']);
    await userEvent.click(await screen.findByRole('button', { name: '改正' }));
    const dialog = await screen.findByRole('dialog');
    const send = within(dialog).getByRole('button', { name: '改正并发送' });
    expect(send.hasAttribute('disabled')).toBe(true);
    const code = within(dialog).getByLabelText('条码');
    await userEvent.clear(code);
    await userEvent.type(code, '6902000');
    office.word = { outcome: 'accepted' };
    await userEvent.click(send);
    await waitFor(async () => expect(await statusOf(device)).toMatchObject({ unsent: 0, attention: 0 }));
    expect(new Set(office.opIds).size).toBe(2);
  });

  it('offers putting away to nobody without the key', async () => {
    const office = officeOf();
    office.word = { outcome: 'refused', code: 4001, msg: '不在盘点范围内' };
    await queueOf(office, ['6901000'], 11, []);
    await screen.findByText('不在盘点范围内');
    expect(screen.queryByRole('button', { name: '作废本条' })).toBeNull();
    expect(screen.getByText('您没有作废记录的权限，作废请找主管')).toBeTruthy();
    expect(screen.getByRole('button', { name: '重发' })).toBeTruthy();
  });
});

describe('a full device', () => {
  it('says in words that a word of a person was not kept', async () => {
    const office = officeOf();
    office.word = { outcome: 'refused', code: 4001, msg: '不在盘点范围内' };
    const device = await queueOf(office, ['6901000']);
    await screen.findByText('不在盘点范围内');
    device.storage.full = true;
    await userEvent.click(await screen.findByRole('button', { name: '重发' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/没有保存。本机存储已满/)).toBeTruthy();
    await userEvent.click(await within(dialog).findByRole('button'));
    device.storage.full = false;
    expect(await statusOf(device)).toMatchObject({ unsent: 0, attention: 1 });
  });

  it('says why nothing went', async () => {
    const device = await queueOf(officeOf(), []);
    await screen.findByText(/没有等待发送的记录|报告库区进度/);
    device.storage.full = true;
    await userEvent.click(await screen.findByRole('button', { name: '检查并发送' }));
    expect(await screen.findByText(/^上次发送：本机存储已满/)).toBeTruthy();
  });
});

describe('what is unsent', () => {
  it('is shown entry by entry, and stays when there is no network', async () => {
    const office = officeOf();
    office.failure = { kind: 'offline' };
    const device = await queueOf(office, ['6901000', '6902000']);
    expect(await screen.findAllByText('已存本机')).toHaveLength(2);
    expect(await screen.findByText(/还有记录未发出|没有网络/)).toBeTruthy();
    expect(await statusOf(device)).toMatchObject({ unsent: 2 });
  });

  it('is saved as a file under the day of Shanghai', async () => {
    vi.useFakeTimers({ now: new Date('2025-03-03T16:30:00.000Z'), toFake: ['Date'] });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:it', revokeObjectURL: () => undefined }));
    const names: string[] = [];
    const note = ({ target }: Event) => target instanceof HTMLAnchorElement && names.push(target.download);
    document.addEventListener('click', note);
    const office = officeOf();
    office.failure = { kind: 'offline' };
    await queueOf(office, ['6901000']);
    await userEvent.click(await screen.findByRole('button', { name: '存成加密文件' }));
    expect((await screen.findByLabelText('口令')).textContent).toMatch(/^(\d{4} ){2}\d{4}$/);
    await userEvent.click(screen.getByRole('button', { name: '已抄下，存文件' }));
    await waitFor(() => expect(names).toEqual([expect.stringMatching(/^未发送-.+-2025-03-04\.scans$/)]), {
      timeout: 10_000,
    });
    document.removeEventListener('click', note);
  });

  it('of another person is a number with a name and nothing more', async () => {
    localStorage.setItem('device:people', JSON.stringify({ value: { 12: '马小军' }, expires_at: Date.now() + 60_000 }));
    const office = officeOf();
    office.failure = { kind: 'offline' };
    await queueOf(office, ['6901000'], 12);
    expect(await screen.findByText('马小军 还有 1 条未发送')).toBeTruthy();
    expect(document.body.textContent).not.toContain('6901000');
  });
});

const stream = { uid: 11, sheetId: 7 };

/** The office at the other end: says one word to every entry, or fails. */
interface Office {
  word: Omit<CountAnswer, 'op_id'>;
  failure: Failure | null;
  /** Fails the entries alone: how the zones stand is still heard. */
  countFailure: Failure | null;
  opIds: string[];
}

function officeOf(): Office {
  return { word: { outcome: 'accepted' }, failure: null, countFailure: null, opIds: [] };
}

async function queueOf(
  office: Office,
  codes: readonly string[],
  uid = 11,
  keys?: readonly string[],
): Promise<TestDevice> {
  const device = await newDevice((call, input) => {
    const failure = office.failure ?? (call.path.endsWith('/count') ? office.countFailure : null);
    if (failure) return Promise.resolve({ ok: false, failure });
    const server_time = new Date(device.time).toISOString();
    const entries = call.path.endsWith('/count') ? (input as unknown as CountRequest).entries : [];
    office.opIds.push(...entries.map((entry) => entry.op_id));
    const answers = entries.map((entry) => ({ op_id: entry.op_id, ...office.word }));
    return Promise.resolve({ ok: true, value: { answers, server_time } as never, serverTime: null });
  });
  const { local } = device;
  await local.session.put({ uid: 11, nickname: '王铁柱', token: 't-11', expires_at: 0 });
  await stocktakingOf(local).sheets.save({ uid, sheet: sheetOf(), zones: ['A'] });
  for (const barcode of codes) {
    await stocktakingOf(local).append({
      kind: 'add',
      uid,
      sheetId: 7,
      zone: 'A',
      round: 1,
      barcode,
      skuId: null,
      imperfectType: 0,
      qty: 1,
    });
  }
  await mountHand('/hand/queue', local, keys);
  return device;
}

function statusOf(device: TestDevice) {
  return device.local.outbox.statusNow(11);
}
