// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AllotEnd, AllotSheet } from '#contract/areas/allocation/allot-entry.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, shoot } from '../hand-bench.tsx';
import { allotWork } from './work.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('refusals', () => {
  it('leads to the network when the allot is not on this device', async () => {
    const { local } = await newDevice();
    await mountHand('/hand/pick/7', local);
    expect(await screen.findByText(/本机没有这个调拨单|没有取到调拨单/)).toBeTruthy();
  });

  it('keeps no piece beyond what is to be picked, and says where it belongs', async () => {
    const device = await working('out', { goods: [goods(1, '6901000', { plan_qty: 2, counted_qty: 1 })] });
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('2'));
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await screen.findByLabelText('最近的记录');
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('请放回货架'));
    expect(await unsent(device)).toBe(1);
  });

  it('keeps no piece beyond the batch that its line names, and none whose batch nobody has named', async () => {
    const named = goods(1, '6901000', { batch: { no: 'PC26030200007', most: 1 } });
    const device = await working('out', { goods: [named, goods(2, '6902000', { batch: null, batch_wanted: true })] });
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('批次 PC26030200007'));
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await screen.findByLabelText('最近的记录');
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('指定的批次不够'));
    shoot('6902000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('须先在电脑上指定批次'));
    expect(await unsent(device)).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    await screen.findByText(/SP-1 · 批次 PC26030200007/);
    expect(screen.getByText(/SP-2 · 待指定批次/)).toBeTruthy();
  });

  it('counts a piece with a code of its own once, by its code or its tag, until it is put back', async () => {
    const [code, tag] = ['1000000000000016', '3034257BF400B7800004CB2F'];
    const pieces = [{ unique_code: code, epc: tag }];
    const device = await working('out', { goods: [goods(1, '6901000', { pieces }), goods(2, '6902000', {})] });
    // In one breath: the screen is drawn when both are done.
    shoot(code);
    shoot(tag);
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('这一件已扫过，没有再计'));
    expect(await unsent(device)).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('已撤销'));
    shoot(tag);
    await waitFor(async () => expect(await unsent(device)).toBe(3));
  });

  it('counts no other allot’s carton as goods', async () => {
    const device = await working('into');
    shoot('DX26030200009');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('不是本单的箱'));
    expect(await unsent(device)).toBe(0);
  });
});

describe('a reader beside an allot', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'serial'));

  it('counts each tag of the allot once, however often it is read, and none of others', {
    timeout: 60_000,
  }, async () => {
    const { serial, device: reader } = fakeSerial();
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    const [one, two, other] = ['3034257BF400B7800004CB2F', '3034257BF400B7800004CB30', 'E280689400005012AB34CD01'];
    const pieces = [
      { unique_code: '1000000000000016', epc: one },
      { unique_code: '1000000000000024', epc: two },
    ];
    const device = await working('out', { goods: [goods(1, '6901000', { pieces })] });
    reader.show([one, two, other]);
    await userEvent.click(await screen.findByRole('button', { name: '连接读写器' }));
    await userEvent.click(await screen.findByRole('button', { name: '开始读标签' }, { timeout: 10_000 }));
    await screen.findByText('本单 2 个标签，另有 1 个不是本单的', {}, { timeout: 20_000 });
    await waitFor(async () => expect(await unsent(device)).toBe(2));
    // Started again it reads the same pieces, which are there.
    await userEvent.click(screen.getByRole('button', { name: '停止读标签' }));
    await userEvent.click(await screen.findByRole('button', { name: '开始读标签' }));
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('这一件已扫过，没有再计'), {
      timeout: 20_000,
    });
    expect(await unsent(device)).toBe(2);
  });

  it('goes on beside what is typed, which keeps its own code', { timeout: 60_000 }, async () => {
    const { serial, device: reader } = fakeSerial();
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    const pieces = [{ unique_code: '1000000000000016', epc: '3034257BF400B7800004CB2F' }];
    const device = await working('out', { goods: [goods(1, '6901000', { pieces })] });
    await userEvent.click(await screen.findByRole('button', { name: '连接读写器' }));
    await userEvent.click(await screen.findByRole('button', { name: '开始读标签' }, { timeout: 10_000 }));
    await userEvent.click(screen.getByRole('button', { name: '输入条码 / 数量' }));
    const sheet = await screen.findByRole('dialog');
    reader.show(['3034257BF400B7800004CB2F']);
    await waitFor(async () => expect(await unsent(device)).toBe(1), { timeout: 20_000 });
    expect(sheet.textContent).not.toContain('3034257BF400B7800004CB2F');
    // The same hand's gun is about the sheet.
    shoot('6901000');
    await waitFor(() => expect(sheet.textContent).toContain('棉麻衬衫'));
    expect(await unsent(device)).toBe(1);
  });
});

describe('picking', () => {
  it('goes into the carton that is open, and on with it after the page was killed', async () => {
    const device = await working('out');
    shoot('6901000');
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await userEvent.click(screen.getByRole('radio', { name: '新开箱' }));
    shoot('6902000');
    shoot('0000123');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('未识别的条码'));
    expect(JSON.stringify(await device.local.outbox.carryOut())).toContain('0000123');
    await userEvent.click(screen.getByRole('button', { name: '撤销上一次' }));
    await waitFor(async () => expect(await unsent(device)).toBe(4));
    cleanup();
    const again = await device.secondPage();
    await mountHand('/hand/pick/7', again.local);
    const open = await screen.findByRole('radio', { name: '箱2·1' });
    expect(open.getAttribute('aria-checked')).toBe('true');
    shoot('6902000');
    await waitFor(async () => expect(await unsent(again)).toBe(5));
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    // What ends the work is read when it is looked at.
    await screen.findByText('应拣 30 · 已拣 5');
    expect(screen.getByText('2 件')).toBeTruthy();
  });

  it('is sent by a step that waits in the queue behind the scans, and counts nothing after that', async () => {
    const device = await working('out');
    shoot('6901000');
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await userEvent.click(screen.getByRole('button', { name: '看应拣' }));
    await userEvent.click(screen.getByRole('button', { name: '发货' }));
    const sheet = await screen.findByRole('dialog', { name: '发货' });
    await userEvent.selectOptions(within(sheet).getByLabelText('物流公司'), '顺丰');
    await userEvent.click(within(sheet).getByRole('button', { name: '确认发货' }));
    await waitFor(async () => expect(await unsent(device)).toBe(2));
    expect(screen.getByTestId('result').textContent).toContain('发货，已存本机');
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('本单已办结'));
    expect(await unsent(device)).toBe(2);
  });
});

describe('receiving', () => {
  it('takes in cartons by their numbers, counts damage and too many, and signs with what differs in words', async () => {
    const device = await working('into');
    shoot('DX26030200001');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('到货接收'));
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await screen.findByLabelText('最近的记录');
    shoot('DX26030200001');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('这一箱已到货'));
    await userEvent.click(screen.getByRole('radio', { name: '污损' }));
    shoot('6901000');
    await waitFor(() => expect(screen.getByTestId('figure').textContent).toBe('3'));
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    await screen.findByText('已到 1 箱，共 2 箱');
    expect(screen.getByText(/残次 1/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '签收' }));
    await screen.findByText(/还有 1 箱没有到货。少 27 件。与发货不一致的生成调拨差异单。/);
    await userEvent.click(screen.getByRole('button', { name: '继续清点' }));
    expect(await unsent(device)).toBe(2);
  });
});

describe('the grade of what was scanned last', () => {
  const choose = async (grade: string) => {
    const row = await screen.findByRole('radiogroup', { name: '刚才这件的品级' });
    await userEvent.click(within(row).getByRole('radio', { name: grade }));
  };

  it('is not asked where goods are picked, and nothing is changed after the signing', async () => {
    const picking = await working('out');
    shoot('6901000');
    await waitFor(async () => expect(await unsent(picking)).toBe(1));
    await screen.findByLabelText('最近的记录');
    expect(screen.queryByRole('radiogroup', { name: '刚才这件的品级' })).toBeNull();
    cleanup();
    const device = await working('into', { status: 4, cartons: [] });
    shoot('6901000');
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    await userEvent.click(await screen.findByRole('button', { name: '签收' }));
    const [, yes] = await screen.findAllByRole('button', { name: '签收' });
    if (!yes) throw new Error('nobody asks');
    await userEvent.click(yes);
    await waitFor(async () => expect(await unsent(device)).toBe(2));
    await waitFor(() => expect(screen.queryByRole('radiogroup', { name: '刚才这件的品级' })).toBeNull());
  });

  it('is changed by one touch and back by another: taken back and kept anew, counted once', async () => {
    const code = '1000000000000016';
    const pieces = [{ unique_code: code, epc: null }];
    const device = await working('into', { status: 4, cartons: [], goods: [goods(1, '6901000', { pieces })] });
    shoot(code);
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await choose('污损');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('改为污损'));
    await waitFor(async () => expect(await unsent(device)).toBe(3));
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    await screen.findByText('应收 10 · 已点 1');
    expect(screen.getByText(/残次 1/)).toBeTruthy();
    await choose('正品');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('改为正品'));
    await waitFor(() => expect(screen.queryByText(/残次 1/)).toBeNull());
    await screen.findByText('应收 10 · 已点 1');
    shoot(code);
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('这一件已扫过，没有再计'));
    const kept = (await device.local.outbox.carryOut())?.rows.map(({ payload }) => payload as Record<string, unknown>);
    expect(kept?.map(({ kind, imperfect_type, qty }) => [kind, imperfect_type, qty])).toEqual([
      ['add', 0, 1],
      ['void', 0, 0],
      ['add', 3, 1],
      ['void', 3, 0],
      ['add', 0, 1],
    ]);
  });
});

describe('damaged pieces', () => {
  const [one, two, three] = ['1000000000000016', '1000000000000024', '1000000000000032'];
  const pieces = [
    { unique_code: one, epc: '3034257BF400B7800004CB2F' },
    { unique_code: two, epc: '3034257BF400B7800004CB30' },
    { unique_code: three, epc: null },
  ];
  const signing = async (more: Partial<AllotSheet['goods'][number]>) => {
    const line = goods(1, '6901000', { pieces, plan_qty: 3, counted_qty: 3, ...more });
    const device = await working('into', { status: 4, goods: [line], cartons: [] });
    await userEvent.click(screen.getByRole('button', { name: '看应收' }));
    await screen.findByRole('button', { name: '签收' });
    return device;
  };
  const sheetOpen = async () => {
    await userEvent.click(await screen.findByText('指明残次的唯一码'));
    return await screen.findByRole('dialog', { name: '指明残次的唯一码' });
  };

  it('are not asked about where nothing is damaged', async () => {
    await signing({});
    expect(screen.queryByText('指明残次的唯一码')).toBeNull();
  });

  it('are named by what is scanned, which counts nothing; no other code, none twice, and no more than there are', async () => {
    const device = await signing({ damaged_qty: 1 });
    const dialog = await sheetOpen();
    shoot('6901000');
    await waitFor(() => expect(dialog.textContent).toContain('6901000 不是本单有残次的货品的唯一码'));
    shoot('3034257BF400B7800004CB30');
    await waitFor(() => expect(dialog.textContent).toContain('1 / 1'));
    expect(within(dialog).getByText(two)).toBeTruthy();
    shoot(two);
    await waitFor(() => expect(dialog.textContent).toContain(`${two} 已指明`));
    shoot(one);
    await waitFor(() => expect(dialog.textContent).toContain('残次只有 1 件，都已指明'));
    await userEvent.click(within(dialog).getByText('点这里取消指明'));
    await waitFor(() => expect(dialog.textContent).toContain('0 / 1'));
    expect(await unsent(device)).toBe(0);
  });

  it('that were read as damaged are named already; the others go with the signing, also after the page was killed', async () => {
    const device = await signing({ damaged_qty: 1 });
    await userEvent.click(screen.getByRole('radio', { name: '污损' }));
    shoot(one);
    await waitFor(async () => expect(await unsent(device)).toBe(1));
    await screen.findByText('还有 1 件');
    const dialog = await sheetOpen();
    expect(dialog.textContent).toContain('1 / 2');
    shoot(one);
    await waitFor(() => expect(dialog.textContent).toContain(`${one} 已按残次扫过`));
    await userEvent.type(within(dialog).getByLabelText('唯一码 / EPC'), three);
    await userEvent.click(within(dialog).getByRole('button', { name: '指明' }));
    await waitFor(() => expect(dialog.textContent).toContain('2 / 2'));
    cleanup();
    const again = await device.secondPage();
    await mountHand('/hand/sign/7', again.local);
    await userEvent.click(await screen.findByRole('button', { name: '看应收' }));
    await screen.findByText('都已指明');
    await userEvent.click(screen.getByRole('button', { name: '签收' }));
    const [, yes] = await screen.findAllByRole('button', { name: '签收' });
    if (!yes) throw new Error('nobody asks');
    expect(document.body.textContent).not.toContain('没有指明唯一码');
    await userEvent.click(yes);
    await waitFor(async () => expect(await unsent(again)).toBe(2));
    const kept = JSON.stringify(await again.local.outbox.carryOut());
    expect(kept).toContain(JSON.stringify([{ line_id: 71, codes: [three] }]));
  });
});

const unsent = async ({ local }: TestDevice) => (await local.outbox.statusNow(11)).unsent;

async function working(end: AllotEnd, parts: Partial<AllotSheet> = {}): Promise<TestDevice> {
  const device = await newDevice();
  await allotWork[end](device.local).save(11, { ...sheet, ...parts });
  await mountHand(end === 'out' ? '/hand/pick/7' : '/hand/sign/7', device.local);
  await screen.findByText('请扫描');
  return device;
}

function goods(sku_id: number, barcode: string, more: Partial<AllotSheet['goods'][number]>) {
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
    damaged_qty: 0,
    ...more,
  };
}

const carton = { qty: 15, arrived: false, carton: null };
const sheet: AllotSheet = {
  id: 7,
  allot_no: 'DB26030200001',
  other_name: '西湖店',
  status: 2,
  out_status: 1,
  goods: [goods(1, '6901000', { counted_qty: 2 }), goods(2, '6902000', { plan_qty: 20, counted_qty: 0 })],
  cartons: [
    { ...carton, carton_no: 'DX26030200001', carton_place: 1 },
    { ...carton, carton_no: 'DX26030200002', carton_place: 2 },
  ],
  carriers: [{ id: 3, name: '顺丰' }],
  others: [],
  own_seq: 0,
  server_time: '2025-03-03T08:00:00.000Z',
};
