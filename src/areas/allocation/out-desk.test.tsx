// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCalls } from '#contract/areas/allocation/allot-calls.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { LocalProvider } from '#src/engine/local-context.tsx';
import { type PageHost, PageProvider } from '#src/engine/page-context.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { saveSession } from '#src/platform/session.ts';
import { newDevice } from '#tests/torture/device.ts';
import { OutDesk } from './out-desk.tsx';

const pick = transitionCall(allotOut, 'pick').path;
const pack = transitionCall(allotOut, 'pack').path;

const line = (id: number, qty: number, pick_qty: number | null) => ({
  id,
  allot_line_id: 50 + id,
  sku_id: 100 + id,
  sku_id__title: `S${100 + id}`,
  sku_id__hint: `货品${id}`,
  imperfect_type: 0,
  qty,
  pick_qty,
  carton_no: null,
});

const pieces = ['W1', 'W2', 'W3'].map((unique_code, at) => ({
  unique_code,
  epc: `E${at + 1}`,
  imperfect_type: 0,
  read: at === 0,
}));

/** The sender's part of an allot of two lines: five pieces of S101 and two of S102. */
async function atTheDesk(
  id: number,
  {
    status = 1,
    transitions = ['pick'],
    picked = [null, null] as (number | null)[],
    version = 3,
    around = (inner: ReactNode): ReactNode => inner,
  } = {},
) {
  const bench = createBench();
  bench.on(callsOf(allotOut).detail.path, {
    result: {
      id,
      version,
      out_no: `DC${id}`,
      allot_id: 9,
      status,
      pick_qty: picked.reduce<number>((sum, qty) => sum + (qty ?? 0), 0),
      carton_qty: null,
      allowed: { edit: false, transitions },
      audit: [],
      lines: [line(1, 5, picked[0] ?? null), line(2, 2, picked[1] ?? null)],
    },
  });
  bench.on(callsOf(allot).detail.path, {
    result: {
      id: 9,
      version: 2,
      allot_no: 'DB9',
      status: 2,
      allowed: { edit: false, transitions: [] },
      audit: [],
      lines: [],
    },
  });
  bench.on(allotCalls.codes.path, {
    result: {
      list: [
        { sku_id: 101, codes: ['S101', '690101'], pieces },
        { sku_id: 102, codes: ['S102'], pieces: [] },
      ],
    },
  });
  bench.on(allotEntryCalls.out.open.path, { result: { list: [], devices: [] } });
  bench.on(callsOf(allotCarton).list.path, { result: { list: [], total: 0, capped: false } });
  for (const path of [pick, pack]) bench.on(path, { result: { id, version: 4, no: `DC${id}` } });
  const { unmount } = renderDesk(around(<OutDesk id={id} />), { bench, keys: ['allotOut:view', 'allotOut:pick'] });
  await screen.findByRole('heading', { name: new RegExp(`DC${id}`) });
  const scan = async (code: string) => await userEvent.type(await screen.findByLabelText('扫描'), `${code}{Enter}`);
  return { bench, scan, unmount };
}

it('counts a piece for each scan by any of its codes, and says what is not in the document', async () => {
  const { bench, scan } = await atTheDesk(1);
  // Nothing is counted before anybody counts.
  await screen.findAllByText('应有 7 件，已计 0 件');
  await scan('690101');
  await scan('S101');
  await scan('S102');
  await scan('X');
  await screen.findByText('此单没有货品 X，没有计入');
  await scan('Y');
  await screen.findByText('此单没有货品 X、Y，没有计入');
  expect(screen.getByText('应有 7 件，已计 3 件')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '拣货' }));
  await waitFor(() => expect(bench.calls(pick)).toHaveLength(1));
  expect(bench.calls(pick)[0]?.input).toMatchObject({
    id: 1,
    version: 3,
    lines: [
      { line_id: 1, pick_qty: 2 },
      { line_id: 2, pick_qty: 1 },
    ],
  });
});

it('names the pieces that are scanned by their own codes, each once, and keeps those that tablets have read', async () => {
  const { bench, scan } = await atTheDesk(3, { status: 2, picked: [1, null] });
  await screen.findAllByText('应有 7 件，已计 1 件');
  await scan('E2');
  await scan('W2');
  await screen.findByText('唯一码 W2 已扫过');
  await scan('W1');
  await screen.findByText('唯一码 W1 已扫过');
  await scan('W3');
  await userEvent.click(screen.getByRole('button', { name: '拣货' }));
  await waitFor(() => expect(bench.calls(pick)).toHaveLength(1));
  expect(bench.calls(pick)[0]?.input).toMatchObject({
    lines: [{ line_id: 1, pick_qty: 3, codes: ['W1', 'W2', 'W3'] }],
  });
});

it('packs all that was picked and no less, into the carton that is open', async () => {
  const { bench, scan } = await atTheDesk(2, { status: 2, transitions: ['pick', 'pack'], picked: [2, 1] });
  await scan('S101');
  expect(screen.getByText('还有 2 件未装箱')).toBeTruthy();
  expect(screen.getByRole('button', { name: '装箱' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: '新开一箱' }));
  await userEvent.click(screen.getByRole('button', { name: '未装的全部装入当前箱' }));
  await userEvent.click(screen.getByRole('button', { name: '装箱' }));
  await waitFor(() => expect(bench.calls(pack)).toHaveLength(1));
  expect(bench.calls(pack)[0]?.input).toMatchObject({
    lines: [
      { line_id: 1, carton_place: 1, qty: 1 },
      { line_id: 1, carton_place: 2, qty: 1 },
      { line_id: 2, carton_place: 2, qty: 1 },
    ],
  });
});

it('opens with what was scanned when its page was killed, says where the allot has changed since, and forgets it once it is taken', async () => {
  saveSession({ token: 't', exp: 0, userInfo: { uid: 11, username: 'whs', nickname: '王铁柱' } });
  const device = await newDevice();
  const open = Promise.resolve(device.local);
  const around = (inner: ReactNode) => (
    <LocalProvider open={() => open}>
      <PageProvider value={page}>{inner}</PageProvider>
    </LocalProvider>
  );
  const first = await atTheDesk(4, { around });
  await first.scan('S101');
  await first.scan('S101');
  first.unmount();
  const again = await atTheDesk(4, { around });
  await screen.findByText(/已恢复 .* 未提交的内容$/);
  await screen.findAllByText('应有 7 件，已计 2 件');
  again.unmount();
  const later = await atTheDesk(4, { around, version: 5 });
  await screen.findByText(/单据此后有变化，请核对/);
  await later.scan('S101');
  await userEvent.click(screen.getByRole('button', { name: '拣货' }));
  await waitFor(() =>
    expect(later.bench.calls(pick)[0]?.input).toMatchObject({ version: 5, lines: [{ pick_qty: 3 }] }),
  );
  later.unmount();
  await atTheDesk(4, { around, version: 6 });
  await screen.findAllByText('应有 7 件，已计 0 件');
  expect(screen.queryByText(/已恢复/)).toBeNull();
});

const page: PageHost = {
  key: '/storage/addOut/4',
  mayLeave: () => true,
  discard() {},
  isDiscarded: () => false,
  setDirty() {},
  setName() {},
  finish() {},
  stay() {},
};

it('puts what another has picked meanwhile beside what is typed here, and goes on without typing all again', async () => {
  const { bench, scan } = await atTheDesk(6);
  await scan('S101');
  await scan('S102');
  const theirs = {
    id: 91,
    action: 'pick',
    label: '拣货',
    from_status: 1,
    to_status: 2,
    result: null,
    remark: null,
    changes: null,
    admin_id: 7,
    admin_name: '王某',
    at: '2026-03-02T02:00:00Z',
  };
  bench.on(pick, { code: 4009, msg: '单据已被他人修改，请刷新' });
  bench.on(callsOf(allotOut).detail.path, {
    result: {
      id: 6,
      version: 5,
      out_no: 'DC6',
      allot_id: 9,
      status: 2,
      pick_qty: 4,
      carton_qty: null,
      allowed: { edit: false, transitions: ['pick'] },
      audit: [theirs],
      lines: [line(1, 5, 4), line(2, 2, null)],
    },
  });
  await userEvent.click(screen.getByRole('button', { name: '拣货' }));
  await screen.findByText(/王某.*修改了本单据；您填写的内容仍在本页/);
  // Both said something of the first line; the second is mine alone.
  await userEvent.click(screen.getByRole('button', { name: '对比并合并' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: /用对方的/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: '合并' }));
  await waitFor(() => expect(screen.queryByText(/您填写的内容仍在本页/)).toBeNull());
  bench.on(pick, { result: { id: 6, version: 6, no: 'DC6' } });
  await userEvent.click(screen.getByRole('button', { name: '拣货' }));
  await waitFor(() => expect(bench.calls(pick)).toHaveLength(2));
  expect(bench.calls(pick)[1]?.input).toMatchObject({
    version: 5,
    lines: [
      { line_id: 1, pick_qty: 4 },
      { line_id: 2, pick_qty: 1 },
    ],
  });
});
