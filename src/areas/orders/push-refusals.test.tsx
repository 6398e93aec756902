// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pushRefusal, pushRefusalCalls, pushRefusalState } from '#contract/areas/orders/push-refusal.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './push-refusals.tsx';

const listed = callsOf(pushRefusal).list;
const { retry, ignore } = pushRefusalCalls;

const refused = (id: number, status: number) => ({
  id,
  source: 1,
  channel: '人民路店',
  source_order_no: `POS-${id}`,
  shop_id: 1,
  ordered_at: '2026-03-01T00:00:00.000Z',
  error: '货品不存在',
  error_field: 'items',
  push_count: 2,
  pushed_at: '2026-03-01T01:00:00.000Z',
  order_id: null,
  ignore_reason: null,
  status,
});
const { waiting, taken, ignored } = pushRefusalState;

function opened(rows: readonly object[], keys: readonly string[] = [retry.access]) {
  const bench = createBench();
  bench.on(listed.path, { result: { list: rows, total: rows.length, capped: false } });
  renderDesk(<Screen />, { bench, keys: [listed.access, ...keys] });
  return bench;
}

const rowOf = async (no: string) => within(await screen.findByRole('row', { name: new RegExp(no) }));
const button = async (no: string, name: string) => (await rowOf(no)).getByRole<HTMLButtonElement>('button', { name });

it('says that nothing was refused', async () => {
  opened([]);
  await screen.findByText('暂无数据');
});

it('deals with what waits, by those who may', async () => {
  opened([refused(1, waiting), refused(2, taken), refused(3, ignored)]);
  for (const name of ['重新接收', '忽略']) {
    expect((await button('POS-1', name)).disabled).toBe(false);
    expect((await button('POS-2', name)).disabled).toBe(true);
    expect((await button('POS-3', name)).disabled).toBe(true);
  }
});

it('shows the causes alone to those who may only look', async () => {
  opened([refused(1, waiting)], []);
  const row = await rowOf('POS-1');
  row.getByText('货品不存在');
  expect(row.queryByRole('button', { name: '重新接收' })).toBeNull();
  expect(row.queryByRole('button', { name: '忽略' })).toBeNull();
});

it('tells why a push is refused again, and takes it in once the cause is gone', async () => {
  const bench = opened([refused(1, waiting)]);
  bench.on(retry.path, { code: 4001, msg: '货品仍不存在' });
  await userEvent.click(await button('POS-1', '重新接收'));
  await screen.findByText('货品仍不存在');
  bench.on(retry.path, { result: { id: 7, order_no: 'DD0007' } });
  bench.on(listed.path, { result: { list: [refused(1, taken)], total: 1, capped: false } });
  await userEvent.click(await button('POS-1', '重新接收'));
  await screen.findByText('已接收为订单 DD0007');
  await waitFor(async () => expect((await button('POS-1', '重新接收')).disabled).toBe(true));
  expect(bench.calls(retry.path).map(({ input }) => input)).toEqual([{ id: 1 }, { id: 1 }]);
});

it('a line that is cut leaves the push open: pressed again it is the same operation', async () => {
  const bench = opened([refused(1, waiting)]);
  bench.on(retry.path, 'cut');
  await userEvent.click(await button('POS-1', '重新接收'));
  await screen.findByText('当前离线');
  bench.on(retry.path, { result: { id: 7, order_no: 'DD0007' } });
  await userEvent.click(await button('POS-1', '重新接收'));
  await screen.findByText('已接收为订单 DD0007');
  expect(new Set(bench.calls(retry.path).map(({ opId }) => opId)).size).toBe(1);
});

it('leaves nothing out without a reason', async () => {
  const bench = opened([refused(1, waiting)]);
  bench.on(ignore.path, { result: { count: 1 } });
  await userEvent.click(await button('POS-1', '忽略'));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: /确 ?定/ });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText(/忽略原因/), '门店试机');
  await userEvent.click(confirm);
  await screen.findByText('已忽略 1 条');
  expect(bench.calls(ignore.path)[0]?.input).toEqual({ ids: [1], reason: '门店试机' });
});
