// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SheetDownload, SheetPiece } from '#contract/areas/warehouse/count-entry.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf, shoot } from '../../hand-bench.tsx';
import { stocktakingOf } from '../stocktaking.ts';
// Read before the first screen asks for it.
import './coded-reading.tsx';
import '../manual-sheet.tsx';

// Goods are counted by barcode, and pieces with codes of their own by these.

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const tags = ['3034257BF400B7800004CB2F', '3034257BF400B7800004CB30', '3034257BF400B7800004CB31'];
const numbers = ['1000000000000016', '1000000000000024', '1000000000000032'];
const [tag = '', secondTag = ''] = tags;
const [number = '', second = '', third = ''] = numbers;

const coded: SheetPiece[] = numbers.map((unique_code, at) => ({
  unique_code,
  epc: tags[at] ?? null,
  sku_id: 1,
  imperfect_type: 0,
  read_in: null,
  place: at === 2 ? 'elsewhere' : 'here',
  position: null,
  zone: null,
}));

describe('refusals', () => {
  it('counts no piece twice, by its number or its tag, in this zone or another', async () => {
    const device = await counting();
    shoot(number);
    shoot(tag.toLowerCase());
    await said('本区已读过，没有再计');
    cleanup();
    await mountHand('/hand/count/7/B', device.local);
    await screen.findByText('请扫描');
    shoot(tag);
    await said('您在别的库区读过，没有再计');
    expect(screen.getByTestId('result').textContent).toContain('女装区');
    expect(await keptOn(device)).toEqual([number]);
  });

  it('keeps what the books have elsewhere as something to look at, not as goods', async () => {
    const device = await counting();
    shoot(third);
    await said('账上不在本仓');
    expect(await keptOn(device, 'sku_id')).toEqual(['']);
  });

  it('stops the line where the disk takes nothing, and tries again in its order', async () => {
    const device = await counting();
    device.storage.full = true;
    shoot(number);
    const face = await screen.findByRole('alertdialog', { name: '没有保存' });
    device.storage.full = false;
    await userEvent.click(await within(face).findByRole('button', { name: '再试一次（1 条）' }));
    await waitFor(async () => expect(await keptOn(device)).toEqual([number]));
  });

  it('asks before a zone that was handed back is counted on', async () => {
    const device = await counting();
    await stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 7, zone: 'A' });
    await screen.findByRole('button', { name: '已交回' });
    shoot(number);
    await userEvent.click(await screen.findByRole('button', { name: '不盘' }));
    expect(await keptOn(device)).toEqual([]);
  });
});

describe('counting', () => {
  it('adds codes and barcodes up, and says that they may be the same pieces', async () => {
    const device = await counting();
    shoot('6901000');
    await said('第一件');
    shoot(number);
    await said('读到了');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('2'));
    expect(screen.getByTestId('result').textContent).toContain('本区已按条码盘过 1 件');
    shoot('6901000');
    await said('再加一件');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    expect(await keptOn(device)).toEqual(['6901000', number, '6901000']);
    expect(await keptOn(device, 'sku_id')).toEqual(['1', '1', '1']);
  });

  it('takes the last one back, whichever way it was counted, and a code may then be read again', async () => {
    const device = await counting();
    shoot(number);
    await said('读到了');
    await userEvent.click(await screen.findByRole('button', { name: '撤销上一次' }));
    await said('已撤销');
    shoot(number);
    await said('读到了');
    shoot('6902000');
    await said('第一件');
    await userEvent.click(await screen.findByRole('button', { name: '撤销上一次' }));
    await waitFor(async () => expect(await keptOn(device, 'kind')).toEqual(['add', 'void', 'add', 'add', 'void']));
    expect(await keptOn(device)).toEqual([number, number, number, '6902000', '6902000']);
  });

  it('takes a code from fingers as one piece, whatever number is typed', async () => {
    const device = await counting();
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    await userEvent.type(await screen.findByLabelText(/条码 \/ 货号/), `${second}{Enter}`);
    await userEvent.click(screen.getByRole('button', { name: '5' }));
    await userEvent.click(screen.getByRole('button', { name: /^录入/ }));
    await said('读到了');
    expect([await keptOn(device), await keptOn(device, 'qty')]).toEqual([[second], ['1']]);
  });

  it('hears a reader while somebody types, and keeps each tag once', { timeout: 60_000 }, async () => {
    const { serial, device: reader } = fakeSerial();
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    const device = await counting();
    await userEvent.click(await screen.findByRole('button', { name: '连接读写器' }));
    await userEvent.click(await screen.findByRole('button', { name: '开始读标签' }, { timeout: 5000 }));
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    const box = await screen.findByLabelText(/条码 \/ 货号/);
    reader.show([tag, secondTag, tag, 'E28011700000020F8E1A77C1']);
    await waitFor(async () => expect(new Set(await keptOn(device))).toEqual(new Set([tag, secondTag])), {
      timeout: 5000,
    });
    expect((box as HTMLInputElement).value).toBe('');
    expect(await keptOn(device)).toHaveLength(2);
    Reflect.deleteProperty(navigator, 'serial');
  });
});

async function counting(parts: Partial<SheetDownload> = {}): Promise<TestDevice> {
  const device = await newDevice();
  const sheet = sheetOf({ blind: false, coded, ...parts });
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet, zones: ['A', 'B'] });
  await mountHand('/hand/count/7/A', device.local);
  await screen.findByText('请扫描');
  return device;
}

const said = (words: string) => waitFor(() => expect(screen.getByTestId('result').textContent).toContain(words));

/** The codes that are kept, or another column of them, in the order in which they will be sent. */
async function keptOn(device: TestDevice, column = 'barcode'): Promise<string[]> {
  const { rows } = (await device.local.outbox.carryOut()) ?? { rows: [] };
  return rows.map((row) => String(new Map(Object.entries({ ...row, ...(row.payload as object) })).get(column) ?? ''));
}
