// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { ask } from '#src/kit/notice.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf, shoot, shootText } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('refusals', () => {
  it('leads to the download when the sheet is not on this device', async () => {
    const { local } = await newDevice();
    await mountHand('/hand/count/7/A', local);
    expect(await screen.findByText('本机没有这个库区')).toBeTruthy();
  });

  it('stops the line when a scan is not kept: what is scanned meanwhile stands behind it', async () => {
    const device = await counting();
    device.storage.full = true;
    shoot('6901000');
    const face = await screen.findByRole('alertdialog', { name: '没有保存' });
    device.storage.full = false;
    shoot('6902000');
    await waitFor(() => expect(within(face).getAllByRole('listitem')).toHaveLength(2));
    expect(within(face).getByText('棉麻衬衫')).toBeTruthy();
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(0);
    await userEvent.click(await within(face).findByRole('button', { name: '再试一次（2 条）' }));
    await waitFor(async () => expect(await keptOn(device)).toEqual(['6901000', '6902000']));
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: '没有保存' })).toBeNull());
  });

  it('counts on once somebody has read what is lost', async () => {
    const device = await counting();
    device.storage.full = true;
    shoot('6901000');
    const face = await screen.findByRole('alertdialog', { name: '没有保存' });
    device.storage.full = false;
    await userEvent.click(await within(face).findByRole('button', { name: '知道了，不计入' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: '没有保存' })).toBeNull());
    shoot('6902000');
    await waitFor(async () => expect(await keptOn(device)).toEqual(['6902000']));
  });

  it('keeps an unknown code and says that a person must look', async () => {
    const device = await counting();
    shoot('0000123');
    const result = await screen.findByTestId('result');
    expect(result.textContent).toContain('未识别的条码');
    expect(result.textContent).toContain('需人工处理');
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(1);
  });

  it('says why a code is unknown that two goods have in other letter case, scanned or typed', async () => {
    const codes = ['85123Ab', '85123aB'];
    const goods = sheetOf().goods.map((one, index) => ({ ...one, barcodes: codes.slice(index, index + 1) }));
    await counting({ goods });
    shoot('85123ab');
    expect((await screen.findByTestId('result')).textContent).toContain('只差大小写');
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    shoot('85123ab');
    await waitFor(() => expect(screen.getByRole('dialog', { name: '手动录入' }).textContent).toContain('只差大小写'));
  });

  it('never shows a book on a blind count, whatever the download holds', async () => {
    await counting({ goods: sheetOf().goods.map((goods) => ({ ...goods, book_qty: 4321 })) });
    shoot('6901000');
    await screen.findByTestId('result');
    expect(document.body.textContent).not.toContain('4321');
    expect(document.body.textContent).not.toContain('账面');
  });

  it('asks before a zone that was handed back is counted on', async () => {
    const device = await counting();
    await stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 7, zone: 'A' });
    await screen.findByRole('button', { name: '已交回' });
    shoot('6901000');
    shoot('6902000');
    await userEvent.click(await screen.findByRole('button', { name: '不盘' }));
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(0);
    shoot('6901000');
    shoot('6902000');
    await userEvent.click(await screen.findByRole('button', { name: '继续盘点' }));
    await waitFor(async () => expect((await device.local.outbox.statusNow(11)).unsent).toBe(2));
    expect(await screen.findByRole('button', { name: '完成本区' })).toBeTruthy();
  });

  it('gives what waited for that answer the time at which it was scanned', async () => {
    const device = await counting();
    await stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 7, zone: 'A' });
    await screen.findByRole('button', { name: '已交回' });
    shoot('6901000');
    const yes = await screen.findByRole('button', { name: '继续盘点' });
    device.time += 600_000;
    await userEvent.click(yes);
    await waitFor(async () => expect(await keptOn(device, 'at')).toEqual(['2025-03-03T08:00:00.000Z']));
  });
});

// A slow gun, one that puts text in without keys, and the usual one.
describe.each([
  ['4 ms a key', (code: string) => shoot(code)],
  ['80 ms a key', (code: string) => shoot(code, { every: 80 })],
  ['text without keys', shootText],
])('a gun of %s is heard', (_, gun) => {
  it('after a typed entry, after a sheet that was put away, and after a question', async () => {
    const device = await counting();
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    act(() => gun('6902000'));
    await userEvent.click(await screen.findByRole('button', { name: '3' }));
    await userEvent.click(await screen.findByRole('button', { name: '录入 +3' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => gun('6901000'));
    await waitFor(async () => expect(await keptOn(device)).toEqual(['6902000', '6901000']));
    await userEvent.click(await screen.findByRole('button', { name: '完成本区' }));
    await userEvent.click(await screen.findByRole('button', { name: '收起' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => gun('6902000'));
    await waitFor(async () => expect(await keptOn(device)).toHaveLength(3));
    void ask('也许', { title: '别的问题' });
    await userEvent.click(await screen.findByRole('button', { name: '取消' }));
    act(() => gun('6901000'));
    await waitFor(async () => expect(await keptOn(device)).toHaveLength(4));
  });

  it('while it is asked whether to go on, and answers nothing by its Enter', async () => {
    const device = await counting();
    await stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 7, zone: 'A' });
    await screen.findByRole('button', { name: '已交回' });
    for (const code of ['6901000', '6902000', '6901000']) act(() => gun(code));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('已扫 3 次');
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(0);
    await userEvent.click(await screen.findByRole('button', { name: '继续盘点' }));
    await waitFor(async () => expect(await keptOn(device)).toEqual(['6901000', '6902000', '6901000']));
  });
});

it('counts nothing of a code whose beginning was lost, and says so', async () => {
  const device = await counting();
  act(() => shoot('6904444', { gapAfter: 3 }));
  await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('条码没读全'));
  expect(await keptOn(device)).toEqual([]);
  // What is a code of the sheet when it is put together is counted.
  act(() => shoot('6901000', { gapAfter: 3 }));
  await waitFor(async () => expect(await keptOn(device)).toEqual(['6901000']));
});

describe('typing', () => {
  it('takes digits from a keyboard, and gives a gun’s back', async () => {
    const device = await counting();
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    const dialog = await screen.findByRole('dialog', { name: '手动录入' });
    await userEvent.keyboard('6901000{Enter}');
    const qty = within(dialog).getByLabelText<HTMLInputElement>(/再加/, { selector: 'input' });
    await userEvent.keyboard('125{Backspace}');
    expect(qty.value).toBe('12');
    act(() => shoot('6902000', { every: 80 }));
    await waitFor(() => expect(dialog.textContent).toContain('直筒长裤'));
    expect(qty.value).toBe('12');
    await userEvent.keyboard('{Enter}{Enter}');
    await waitFor(async () => expect(await keptOn(device, 'qty')).toEqual(['12']));
    expect(await keptOn(device)).toEqual(['6902000']);
  });

  it('goes on with the pieces after a scan', async () => {
    const device = await counting();
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    act(() => shoot('6902000'));
    for (const digit of ['1', '2']) await userEvent.click(await screen.findByRole('button', { name: digit }));
    await userEvent.click(await screen.findByRole('button', { name: '录入 +12' }));
    await waitFor(async () => expect(await keptOn(device)).toEqual(['6902000']));
  });
});

describe('counting', () => {
  it('shows my count, the word of each entry and the queue', async () => {
    await counting();
    for (const code of ['6901000', '6901000', '6902000', '6901000']) shoot(code);
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    expect(screen.getByTestId('result').textContent).toContain('再加一件');
    const list = screen.getByRole('list', { name: '最近的记录' });
    expect(within(list).getAllByText('已存本机')).toHaveLength(4);
    await waitFor(() => expect(screen.getByTestId('queue').dataset['unsent']).toBe('4'));
  });

  it('shows the book where the count is not blind', async () => {
    await counting({ blind: false, goods: sheetOf().goods.map((goods) => ({ ...goods, book_qty: 4321 })) });
    shoot('6901000');
    expect((await screen.findByTestId('result')).textContent).toContain('账面 4321');
  });

  it('takes the last one back, then the one before', async () => {
    await counting();
    for (const code of ['6901000', '6902000']) shoot(code);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    await userEvent.click(await screen.findByRole('button', { name: '撤销上一次' }));
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('直筒长裤'));
    await waitFor(() => expect(screen.getAllByText('已撤销').length).toBeGreaterThan(1));
    await userEvent.click(await screen.findByRole('button', { name: '撤销上一次' }));
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('棉麻衬衫'));
    await waitFor(() => expect(screen.getByRole('button', { name: '撤销上一次' }).hasAttribute('disabled')).toBe(true));
  });

  it('takes back two when it is pressed twice, and says so when nothing is left', async () => {
    const device = await counting();
    for (const code of ['6901000', '6902000']) shoot(code);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    const button = screen.getByRole('button', { name: '撤销上一次' });
    const scans = await keptOn(device, 'op_id');
    for (let press = 0; press < 3; press += 1) fireEvent.click(button);
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('没有可撤销的记录'));
    expect((await keptOn(device, 'voids')).filter(Boolean)).toEqual(scans.toReversed());
  });

  it('takes a code and a total from fingers; a scan meanwhile fills the code in and counts nothing', async () => {
    const device = await counting();
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    shoot('6902000');
    const dialog = await screen.findByRole('dialog', { name: '手动录入' });
    await waitFor(() => expect(dialog.textContent).toContain('直筒长裤'));
    await userEvent.click(await within(dialog).findByRole('radio', { name: '总数' }));
    const qty = within(dialog).getByLabelText<HTMLInputElement>(/总数/, { selector: 'input' });
    await userEvent.click(qty);
    for (const digit of ['1', '2']) await userEvent.click(await within(dialog).findByRole('button', { name: digit }));
    // With the focus in the quantity, whose digits the code's would pass for.
    await userEvent.click(qty);
    act(() => shoot('6901000'));
    await waitFor(() => expect(dialog.textContent).toContain('棉麻衬衫'));
    expect(qty.value).toBe('12');
    // With the focus in the code, which it replaces.
    await userEvent.click(await within(dialog).findByLabelText(/条码/, { selector: 'input' }));
    act(() => shoot('6902000'));
    await waitFor(() => expect(dialog.textContent).toContain('直筒长裤'));
    expect(qty.value).toBe('12');
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(0);
    await userEvent.click(await within(dialog).findByRole('button', { name: '总数改为 12' }));
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('12'));
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(1);
  });

  it('lists the goods of the sheet, those not counted first; a line is touched, or its code is scanned, to type its count', async () => {
    const device = await counting({ blind: false });
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('1'));
    await userEvent.click(screen.getByRole('button', { name: /看本单 \d+ 种货品/ }));
    const list = await screen.findByRole('dialog', { name: '本单货品' });
    const lines = () => within(list).getAllByRole('button', { name: /^录入 / });
    expect(lines().at(-1)?.textContent).toContain('棉麻衬衫');
    expect(lines().at(-1)?.textContent).toContain('已盘 1');
    await userEvent.type(within(list).getByLabelText('查找'), '长裤');
    expect(lines().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('直筒长裤')]);
    expect(lines()[0]?.textContent).toContain('未盘');
    await userEvent.type(within(list).getByLabelText('查找'), ' 没有的');
    expect(within(list).getByText('没有找到')).toBeTruthy();
    await userEvent.clear(within(list).getByLabelText('查找'));
    await userEvent.click(within(list).getByRole('button', { name: /^录入 直筒长裤/ }));
    const dialog = await screen.findByRole('dialog', { name: '手动录入' });
    expect(screen.queryByRole('dialog', { name: '本单货品' })).toBeNull();
    await userEvent.click(await within(dialog).findByRole('button', { name: '7' }));
    await userEvent.click(await within(dialog).findByRole('button', { name: '总数改为 7' }));
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('7'));
    expect(await keptOn(device, 'kind')).toEqual(['add', 'total']);
    // A scan while one looks at the list counts no piece: it says which goods are meant.
    await userEvent.click(screen.getByRole('button', { name: /看本单 \d+ 种货品/ }));
    await screen.findByRole('dialog', { name: '本单货品' });
    act(() => shoot('6901000'));
    expect((await screen.findByRole('dialog', { name: '手动录入' })).textContent).toContain('棉麻衬衫');
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(2);
  });

  it('lists in a blind count only what was counted here, without the book', async () => {
    await counting({ goods: sheetOf().goods.map((goods) => ({ ...goods, book_qty: 4321 })) });
    await userEvent.click(screen.getByRole('button', { name: /看本区已盘的货品/ }));
    expect((await screen.findByRole('dialog', { name: '本区已盘的货品' })).textContent).toContain('还没有盘到货品');
    await userEvent.click(screen.getByRole('button', { name: '收起' }));
    shoot('6902000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('1'));
    await userEvent.click(screen.getByRole('button', { name: /看本区已盘的货品/ }));
    const list = await screen.findByRole('dialog', { name: '本区已盘的货品' });
    expect(within(list).getAllByRole('button', { name: /^录入 / })).toHaveLength(1);
    expect(list.textContent).not.toContain('账面');
  });

  it('shows in a recount what is asked for, and marks what is not', async () => {
    await counting({ round: 2, recount: [{ sku_id: 2, imperfect_type: 0 }] });
    expect(screen.getByRole('button', { name: /要求复盘的 1 种货品/ }).textContent).toContain('已盘 0');
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('本轮未要求复盘'));
    shoot('6902000');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /要求复盘的 1 种货品/ }).textContent).toContain('已盘 1'),
    );
  });
});

async function counting(parts: Partial<SheetDownload> = {}): Promise<TestDevice> {
  const device = await newDevice();
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf(parts), zones: ['A'] });
  await mountHand('/hand/count/7/A', device.local);
  await screen.findByText('请扫描');
  return device;
}

/** The codes that are kept, or another column of them, in the order in which they will be sent. */
async function keptOn(device: TestDevice, column = 'barcode'): Promise<(string | undefined)[]> {
  const { rows } = (await device.local.outbox.carryOut()) ?? { rows: [] };
  return rows.map((row) => String(new Map(Object.entries({ ...row, ...(row.payload as object) })).get(column) ?? ''));
}
