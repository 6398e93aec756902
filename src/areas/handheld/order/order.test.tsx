// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type OutSheet, outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, shoot } from '../hand-bench.tsx';
import { outWork } from './work.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('refusals', () => {
  it('leads to the network when the order is not on this device', async () => {
    const { local } = await newDevice();
    await mountHand('/hand/order/7', local);
    expect(await screen.findByText(/本机没有这个订单出库单|没有取到订单出库单/)).toBeTruthy();
  });

  it('keeps no piece beyond what is asked for, none twice, and says where it belongs', async () => {
    const [code, tag] = ['1000000000000016', '3034257BF400B7800004CB2F'];
    const pieces = [{ unique_code: code, epc: tag }];
    const device = await working({
      goods: [goods(1, '6901000', { plan_qty: 2, counted_qty: 1 }), goods(2, '6902000', { pieces })],
    });
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('2'));
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('请放回货架'));
    shoot(code);
    shoot(tag);
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('这一件已扫过，没有再计'));
    expect(await unsent(device)).toBe(2);
  });

  it('ships nothing that was not picked, and none without its carrier and number where it goes by one', async () => {
    const device = await working({ goods: [goods(1, '6901000')] });
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    expect(await screen.findByRole('button', { name: '发货' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: '拣货完成' })).toHaveProperty('disabled', true);
    shoot('6901000');
    await waitFor(() => expect(screen.getByRole('button', { name: '发货' })).toHaveProperty('disabled', false));
    await userEvent.click(screen.getByRole('button', { name: '发货' }));
    const sheet = await screen.findByRole('dialog', { name: '发货' });
    expect(sheet.textContent).toContain('还有 9 件没有拣，转入新的出库单');
    await userEvent.click(within(sheet).getByRole('button', { name: '确认发货' }));
    expect(sheet.textContent).toContain('请选择物流公司');
    expect(sheet.textContent).toContain('请扫描或填写物流单号');
    expect(await unsent(device)).toBe(1);
  });

  it('takes goods that are scanned over the shipping sheet neither for a number nor for pieces', async () => {
    const device = await working({ goods: [goods(1, '6901000')] });
    shoot('6901000');
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '发货' })).toHaveProperty('disabled', false));
    await userEvent.click(screen.getByRole('button', { name: '发货' }));
    const sheet = await screen.findByRole('dialog', { name: '发货' });
    shoot('6901000');
    await screen.findByText('这是货品的条码，没有计入；请扫面单上的物流单号');
    expect(within(sheet).getByLabelText('物流单号')).toHaveProperty('value', '');
    expect(await unsent(device)).toBe(1);
  });

  it('ships nothing where no carrier may be chosen and one is wanted', async () => {
    await working({ carriers: [] });
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    await userEvent.click(await screen.findByRole('button', { name: '发货' }));
    const sheet = await screen.findByRole('dialog', { name: '发货' });
    expect(sheet.textContent).toContain('没有启用的物流公司');
    expect(within(sheet).getByRole('button', { name: '确认发货' })).toHaveProperty('disabled', true);
  });

  it('counts nothing for an order that was packed on another tablet', async () => {
    const device = await working({ status: 3 }, '已拣货完成');
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('本单已办结'));
    expect(await unsent(device)).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    await screen.findByText('已拣货完成，待发货');
  });
});

it('picks in the dark, on with it after the page was killed, and ships behind the scans: every one is sent once, in order', async () => {
  const device = await working();
  shoot('6901000');
  shoot('0000123');
  await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('未识别的条码'));
  await waitFor(async () => expect(await unsent(device)).toBe(2));
  await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
  await waitFor(async () => expect(await unsent(device)).toBe(3));
  cleanup();
  const again = await device.secondPage();
  await mountHand('/hand/order/7', again.local);
  await screen.findByText('请扫描');
  shoot('6902000');
  await waitFor(async () => expect(await unsent(again)).toBe(4));
  await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
  await screen.findByText('应拣 30 · 已拣 4');
  await userEvent.click(screen.getByRole('button', { name: '发货' }));
  const sheet = await screen.findByRole('dialog', { name: '发货' });
  await userEvent.click(within(sheet).getByRole('radio', { name: '顺丰' }));
  shoot('7310020030');
  await waitFor(() => expect(within(sheet).getByLabelText('物流单号')).toHaveProperty('value', '7310020030'));
  await userEvent.click(within(sheet).getByRole('button', { name: '确认发货' }));
  await waitFor(async () => expect(await unsent(again)).toBe(5));
  expect(screen.getByTestId('result').textContent).toContain('发货，已存本机7310020030');
  shoot('6901000');
  await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('本单已办结'));
  expect(await unsent(again)).toBe(5);
  const kept = (await again.local.outbox.carryOut())?.rows.map(({ payload }) => (payload as { kind: string }).kind);
  expect(kept).toEqual(['add', 'add', 'void', 'add', 'send']);
});

it('is packed for a desk that ships it, after a question that says what is missing', async () => {
  const device = await working();
  shoot('6901000');
  await waitFor(async () => expect(await unsent(device)).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
  await userEvent.click(await screen.findByRole('button', { name: '拣货完成' }));
  await screen.findByText(/还有 27 件没有拣，发货时转入新的出库单。/);
  const [, yes] = screen.getAllByRole('button', { name: '拣货完成' });
  if (!yes) throw new Error('nobody asks');
  await userEvent.click(yes);
  await waitFor(async () => expect(await unsent(device)).toBe(2));
  await screen.findByText('已拣货完成，待发货');
  expect(screen.getByRole('button', { name: '发货' })).toHaveProperty('disabled', false);
});

it('stands among what may be worked on, from here and from the server', async () => {
  const device = await newDevice();
  await outWork(device.local).save(11, sheet);
  const open = { id: 8, out_no: 'SC26030200008', order_no: 'SO26030200008', shop_name: '滨江店', status: 3 };
  vi.stubGlobal('fetch', (url: string | URL | Request) => {
    const path = url instanceof Request ? url.url : url.toString();
    const list = path.includes(outEntryCalls.listed.path) ? [{ ...open, plan_qty: 4, counted_qty: 4 }] : [];
    return Promise.resolve(Response.json({ code: 200, msg: '', result: { list } }));
  });
  await mountHand('/hand', device.local);
  await screen.findByText('SO26030200001');
  expect(await screen.findByText('SC26030200008 · 滨江店 · 待发货')).toBeTruthy();
  // What the server no longer names is over.
  expect(screen.getByText('已结束')).toBeTruthy();
});

const unsent = async ({ local }: TestDevice) => (await local.outbox.statusNow(11)).unsent;

async function working(parts: Partial<OutSheet> = {}, shown = '请扫描'): Promise<TestDevice> {
  const device = await newDevice();
  await outWork(device.local).save(11, { ...sheet, ...parts });
  await mountHand('/hand/order/7', device.local);
  await screen.findByText(shown);
  return device;
}

function goods(sku_id: number, barcode: string, more: Partial<OutSheet['goods'][number]> = {}) {
  return {
    line_id: 70 + sku_id,
    sku_id,
    sku_no: `SP-${sku_id}`,
    name: sku_id === 1 ? '棉麻衬衫' : '直筒长裤',
    color: '白',
    size: 'M',
    imperfect_type: 0,
    barcodes: [barcode],
    plan_qty: 10,
    counted_qty: 0,
    ...more,
  };
}

const sheet: OutSheet = {
  id: 7,
  out_no: 'SC26030200001',
  order_no: 'SO26030200001',
  shop_name: '西湖店',
  status: 1,
  goods: [goods(1, '6901000', { counted_qty: 2 }), goods(2, '6902000', { plan_qty: 20 })],
  carriers: [{ id: 3, name: '顺丰' }],
  carrier_wanted: true,
  others: [],
  own_seq: 0,
  server_time: '2025-03-03T08:00:00.000Z',
};
