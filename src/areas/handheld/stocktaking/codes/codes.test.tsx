// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SheetDownload, SheetPiece } from '#contract/areas/warehouse/count-entry.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf, shoot } from '../../hand-bench.tsx';
import { stocktakingOf } from '../stocktaking.ts';
// Read before the first screen asks for it.
import './codes-bench.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const tags = [
  '3034257BF400B7800004CB2F',
  '3034257BF400B7800004CB30',
  '3034257BF400B7800004CB31',
  '3034257BF400B7800004CB32',
];
const [tag = '', secondTag = ''] = tags;
const numbers = ['1000000000000016', '1000000000000024', '1000000000000032', '1000000000000040'];
const [number = '', second = '', third = '', fourth = ''] = numbers;

/** Two in zone A, one in zone B, one that was lost. */
const pieces: SheetPiece[] = numbers.map((unique_code, at) => ({
  unique_code,
  epc: tags[at] ?? null,
  sku_id: at === 1 ? 2 : 1,
  imperfect_type: 0,
  read_in: null,
  place: at === 3 ? 'lost' : 'here',
  position: at === 3 ? null : at === 2 ? 'B-01' : 'A-01',
  zone: at === 3 ? null : at === 2 ? 'B' : 'A',
}));

describe('refusals', () => {
  it('keeps nothing of a code that this person has read in the zone, by its number or its tag, nor of a barcode of goods', async () => {
    const device = await reading();
    // In one breath: the screen is drawn when both are done.
    shoot(number);
    shoot(tag.toLowerCase());
    await said('本区已读过，没有再计');
    shoot('6901000');
    await said('这是货品条码，没有计入');
    expect(await keptOn(device)).toEqual([number]);
  });

  it('keeps nothing of a code whose beginning was lost, and stops the line where the disk takes nothing', async () => {
    const device = await reading();
    act(() => shoot('9900000000000099', { gapAfter: 5 }));
    await said('码没读全');
    device.storage.full = true;
    shoot(number);
    const face = await screen.findByRole('alertdialog', { name: '没有保存' });
    device.storage.full = false;
    shoot(second);
    await waitFor(() => expect(within(face).getAllByRole('listitem')).toHaveLength(2));
    expect(await keptOn(device)).toEqual([]);
    await userEvent.click(await within(face).findByRole('button', { name: '再试一次（2 条）' }));
    await waitFor(async () => expect(await keptOn(device)).toEqual([number, second]));
  });

  it('keeps what it does not know, what the books have elsewhere, and what stands in another zone, and says which', async () => {
    const device = await reading({ pieces: [...pieces, piece('1000000000000057', { place: 'elsewhere' })] });
    shoot('9999999999999999');
    await said('不认识的码');
    shoot('9999999999999999');
    await said('本区已读过');
    shoot('1000000000000057');
    await said('账上不在本仓');
    shoot(third);
    await said('账上在别的库区');
    expect(screen.getByTestId('result').textContent).toContain('男装区');
    expect(await keptOn(device)).toEqual(['9999999999999999', '1000000000000057', third]);
  });

  it('asks before a zone that was handed back is read on', async () => {
    const device = await reading();
    await stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 7, zone: 'A' });
    await screen.findByRole('button', { name: '已交回' });
    shoot(number);
    await userEvent.click(await screen.findByRole('button', { name: '不盘' }));
    expect(await keptOn(device)).toEqual([]);
  });

  it('tells nothing of what is expected on a blind take', async () => {
    await reading({ blind: true, pieces: pieces.map(({ place: _place, position: _at, zone: _zone, ...one }) => one) });
    shoot(number);
    await said('读到了');
    await userEvent.click(await screen.findByRole('button', { name: /看明细/ }));
    expect(document.body.textContent).not.toMatch(/应有|还没读到|1 \/ /);
    expect(document.body.textContent).toContain('本单已读 1');
  });
});

describe('reading', () => {
  it('marks each piece once, counts it against what is expected, and names what is still looked for', async () => {
    const device = await reading();
    for (const code of [tag, second, fourth]) shoot(code);
    await said('读到了丢失的一件');
    const progress = await screen.findByRole('button', { name: /本区已读 3/ });
    expect(progress.textContent).toContain('本区货位 2 / 2');
    expect(progress.textContent).toContain('全单 3 / 3');
    await userEvent.click(progress);
    await screen.findByText('应有 3 · 已读 3');
    // The lost one stands on no line of the books, and is of the same goods as the one that is missing.
    expect(screen.getByText('2 / 2')).toBeTruthy();
    expect(screen.queryByText(/还没读到/)).toBeNull();
    expect(await keptOn(device)).toEqual([tag, second, fourth]);
  });

  it('takes the last one back, which may then be read again, and says in another zone that it was read', async () => {
    const device = await reading();
    shoot(number);
    await said('读到了');
    await userEvent.click(await screen.findByRole('button', { name: '撤销上一次' }));
    await said('已撤销');
    shoot(number);
    await said('读到了');
    expect(await keptOn(device, 'kind')).toEqual(['add', 'void', 'add']);
    cleanup();
    await mountHand('/hand/count/7/B', device.local);
    await screen.findByText('请扫描');
    shoot(tag);
    await said('您已读过');
    expect(screen.getByTestId('result').textContent).toContain('女装区');
    expect(await keptOn(device, 'zone')).toEqual(['A', 'A', 'A', 'B']);
  });

  it('says of what others have read that they have, and keeps it all the same', async () => {
    const device = await reading({ pieces: [piece(number, { read_in: 'B' })] });
    shoot(number);
    await said('别人已读过');
    expect(await keptOn(device)).toEqual([number]);
  });

  it('takes a number from fingers', async () => {
    const device = await reading();
    await userEvent.click(await screen.findByRole('button', { name: '输入唯一码' }));
    await userEvent.type(await screen.findByLabelText(/唯一码/, { selector: 'input' }), ` ${number}`);
    await userEvent.click(screen.getByRole('button', { name: '录入' }));
    await said('读到了');
    expect(await keptOn(device)).toEqual([number]);
  });

  it('goes on where it stopped after the page was closed, and keeps nothing twice', { timeout: 30_000 }, async () => {
    const many = Array.from({ length: 12 }, (_, at) => piece(String(2_000_000_000_000_000 + at)));
    const codes = many.map((one) => one.unique_code);
    const device = await reading({ pieces: many });
    for (const code of codes.slice(0, 6)) shoot(code);
    await waitFor(async () => expect(await keptOn(device)).toEqual(codes.slice(0, 6)));
    cleanup();
    await mountHand('/hand/count/7/A', device.local);
    await screen.findByText(/本区已读 6/, {}, { timeout: 10_000 });
    for (const code of codes) shoot(code);
    await screen.findByText(/本区已读 12/, {}, { timeout: 10_000 });
    await waitFor(async () => expect(await keptOn(device)).toEqual(codes));
  });

  it('takes what a reader hears in one breath, and sums it up', { timeout: 60_000 }, async () => {
    const { serial, device: reader } = fakeSerial();
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    const device = await reading();
    await userEvent.click(await screen.findByRole('button', { name: '连接读写器' }));
    await userEvent.click(await screen.findByRole('button', { name: '开始读标签' }, { timeout: 5000 }));
    reader.show([tag, secondTag, 'E28011700000020F8E1A77C1']);
    await waitFor(async () => expect(new Set(await keptOn(device))).toEqual(new Set([tag, secondTag])), {
      timeout: 5000,
    });
    await said('读到 2 个');
    expect((await screen.findByLabelText('标签读写器')).textContent).toContain('另有 1 个不是本单的');
    await userEvent.click(screen.getByRole('button', { name: '停止读标签' }));
    Reflect.deleteProperty(navigator, 'serial');
  });
});

function piece(unique_code: string, more: Partial<SheetPiece> = {}): SheetPiece {
  const base = { unique_code, epc: null, sku_id: 1, imperfect_type: 0, read_in: null } as const;
  return { ...base, place: 'here', position: null, zone: null, ...more };
}

async function reading(parts: Partial<SheetDownload> = {}): Promise<TestDevice> {
  const device = await newDevice();
  const sheet = sheetOf({ blind: false, pieces, ...parts });
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet, zones: ['A', 'B'] });
  await mountHand('/hand/count/7/A', device.local);
  await screen.findByText('请扫描');
  return device;
}

const said = (words: string) => waitFor(() => expect(screen.getByTestId('result').textContent).toContain(words));

/** The codes that are kept, or another column of them, in the order in which they will be sent. */
async function keptOn(device: TestDevice, column = 'barcode'): Promise<(string | undefined)[]> {
  const { rows } = (await device.local.outbox.carryOut()) ?? { rows: [] };
  return rows.map((row) => String(new Map(Object.entries({ ...row, ...(row.payload as object) })).get(column) ?? ''));
}
