// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, shoot } from '../hand-bench.tsx';
import { receivingOf } from './receiving.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const figure = { imperfect_type: 0, production_date: null, expire_at: null };
const sheet: InboundSheet = {
  id: 7,
  batch_no: 'RK26030200001',
  supplier_name: '杭州女装',
  warehouse_name: '嘉兴总仓',
  status: 2,
  goods: [
    {
      sku_id: 1,
      sku_no: 'SP-1',
      name: '棉麻衬衫',
      color: '白',
      size: 'M',
      barcodes: ['6901000'],
      plan_qty: 10,
      dated: false,
      counted: [{ ...figure, qty: 2 }],
    },
    {
      sku_id: 2,
      sku_no: 'SP-2',
      name: '护手霜',
      color: '无',
      size: '50ml',
      barcodes: ['6902000'],
      plan_qty: 20,
      dated: true,
      counted: [{ ...figure, expire_at: '2026-09-01', qty: 4 }],
    },
  ],
  own_seq: 0,
  server_time: '2025-03-03T08:00:00.000Z',
};

describe('refusals', () => {
  it('leads to the network when the batch is not on this device', async () => {
    const { local } = await newDevice();
    await mountHand('/hand/inbound/7', local);
    expect(await screen.findByText(/本机没有这个批次|没有取到入库批次/)).toBeTruthy();
  });

  it('keeps nothing of goods that expire before their date is said, and says so', async () => {
    const device = await counting();
    shoot('6902000');
    const result = await screen.findByTestId('result');
    expect(result.textContent).toContain('先填到期日期');
    expect(await unsent(device)).toBe(0);
    fireEvent.change(await screen.findByLabelText(/到期日期/), { target: { value: '2026-09-01' } });
    shoot('6902000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('5'));
    expect(JSON.stringify(await device.local.outbox.carryOut())).toContain('2026-09-01');
    // Of other goods it says nothing.
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('棉麻衬衫'));
    expect(await unsent(device)).toBe(2);
  });

  it('stops the line when a scan is not kept', async () => {
    const device = await counting();
    device.storage.full = true;
    shoot('6901000');
    const face = await screen.findByRole('alertdialog', { name: '没有保存' });
    device.storage.full = false;
    shoot('6901000');
    await userEvent.click(await within(face).findByRole('button', { name: /再试一次/ }));
    await waitFor(async () => expect(await unsent(device)).toBe(2));
  });
});

describe('a batch that its counter hands in', () => {
  it('asks before it counts on, and what is scanned while it asks waits for the answer', async () => {
    const device = await counting();
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    expect((await screen.findByTestId('batch-state')).textContent).toBe('点完本批后交回。交回后再扫描会先询问。');
    await userEvent.click(screen.getByRole('button', { name: '点完，交回本批' }));
    await waitFor(() => expect(screen.getByTestId('batch-state').textContent).toContain('已交回。还有 2 条未发送'));
    expect(screen.getByRole('button', { name: '已交回本批' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('RK26030200001 · 已交回')).toBeTruthy();
    shoot('6901000');
    shoot('6901000');
    const asked = await screen.findByRole('alertdialog', { name: '继续清点本批？' });
    await waitFor(() => expect(asked.textContent).toContain('已扫 2 次'));
    await userEvent.click(within(asked).getByRole('button', { name: '不点' }));
    expect(await unsent(device)).toBe(2);
    expect(screen.getByText('RK26030200001 · 已交回')).toBeTruthy();
    shoot('6901000');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '继续清点' }));
    await waitFor(async () => expect(await unsent(device)).toBe(3));
    // Counted on: handed in no more.
    await waitFor(() => expect(screen.getByRole('button', { name: '点完，交回本批' })).toBeTruthy());
    expect(screen.queryByText('RK26030200001 · 已交回')).toBeNull();
    // A taking-back is no count of pieces: the entry before it is the last scan, not the handing in.
    await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
    await waitFor(() => expect(screen.getByText('3 / 10')).toBeTruthy());
  });

  it('is known as handed in by the download alone, and says how many goods nobody has touched', async () => {
    const [shirt, cream] = sheet.goods;
    if (!shirt || !cream) throw new Error('the sheet has two kinds of goods');
    await counting({ ...sheet, goods: [shirt, { ...cream, counted: [] }], own_seq: 9, own_done: true });
    expect(screen.getByText('RK26030200001 · 已交回')).toBeTruthy();
    shoot('6901000');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '继续清点' }));
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    await waitFor(() => expect(screen.getByTestId('batch-state').textContent).toContain('还有 1 种货品一件没有点到'));
  });
});

describe('counting', () => {
  it('shows what is expected against what everybody counted, and takes back the last', async () => {
    const device = await counting();
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('4'));
    shoot('0000123');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('未识别的条码'));
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    expect(screen.getByText('4 / 10')).toBeTruthy();
    expect(screen.getByText('应收 30 · 已点 8')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
    await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
    await waitFor(() => expect(screen.getByText('3 / 10')).toBeTruthy());
    expect(await unsent(device)).toBe(5);
    // Goods that lie there in a heap: touched and typed, seven more of them.
    await userEvent.click(screen.getByRole('button', { name: /^录入 棉麻衬衫/ }));
    await userEvent.click(await screen.findByRole('button', { name: '7' }));
    await userEvent.click(await screen.findByRole('button', { name: '录入 +7' }));
    await waitFor(() => expect(screen.getByText('10 / 10')).toBeTruthy());
    expect(await unsent(device)).toBe(6);
  });
});

it('what was scanned last is made damaged by one touch and good again by another, with its date, and is counted once', async () => {
  const device = await counting();
  const choose = async (grade: string) => {
    const row = await screen.findByRole('radiogroup', { name: '刚才这件的品级' });
    await userEvent.click(within(row).getByRole('radio', { name: grade }));
  };
  expect(screen.queryByRole('radiogroup', { name: '刚才这件的品级' })).toBeNull();
  shoot('0000123');
  await waitFor(async () => expect(await unsent(device)).toBe(1));
  await screen.findByLabelText('最近的记录');
  // What nobody knows is of no grade yet.
  expect(screen.queryByRole('radiogroup', { name: '刚才这件的品级' })).toBeNull();
  shoot('6901000');
  await waitFor(async () => expect(await unsent(device)).toBe(2));
  await choose('污损');
  await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('改为污损待清洗'));
  await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
  await choose('正品');
  await waitFor(async () => expect(await unsent(device)).toBe(6));
  const kept = (await device.local.outbox.carryOut())?.rows.map(({ payload }) => payload as Record<string, unknown>);
  expect(kept?.slice(1).map(({ kind, imperfect_type, qty }) => [kind, imperfect_type, qty])).toEqual([
    ['add', 0, 1],
    ['void', 0, 0],
    ['add', 3, 1],
    ['void', 3, 0],
    ['add', 0, 1],
  ]);
});

const unsent = async ({ local }: TestDevice) => (await local.outbox.statusNow(11)).unsent;

describe('pieces with codes of their own', () => {
  const pieces = [
    { unique_code: '1000000000000016', epc: '3034257BF400B7800004CB2F' },
    { unique_code: '1000000000000024', epc: '3034257BF400B7800004CB30' },
  ];
  const coded: InboundSheet = {
    ...sheet,
    goods: sheet.goods.map((one) => (one.sku_id === 1 ? { ...one, pieces } : one)),
  };

  it('count once, by number or tag, and may be read again once taken back', async () => {
    const device = await counting(coded);
    shoot('1000000000000016');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    shoot('3034257bf400b7800004cb2f');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('这一件已点过，没有再计'));
    await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('已撤销'));
    shoot('3034257BF400B7800004CB2F');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    expect(await unsent(device)).toBe(3);
  });

  it('are heard from a reader', { timeout: 60_000 }, async () => {
    const { serial, device: reader } = fakeSerial();
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    const device = await counting(coded);
    await userEvent.click(await screen.findByRole('button', { name: '连接读写器' }));
    await userEvent.click(await screen.findByRole('button', { name: '开始读标签' }, { timeout: 5000 }));
    reader.show(pieces.map(({ epc }) => epc));
    await waitFor(async () => expect(await unsent(device)).toBe(2), { timeout: 5000 });
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('4'));
    Reflect.deleteProperty(navigator, 'serial');
  });
});

async function counting(of: InboundSheet = sheet): Promise<TestDevice> {
  const device = await newDevice();
  await receivingOf(device.local).save(11, of);
  await mountHand('/hand/inbound/7', device.local);
  await screen.findByText('请扫描');
  return device;
}
