// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { CountPage } from './count-page.tsx';

const calls = callsOf(inWareBatch);
const count = transitionCall(inWareBatch, 'count').path;
const submit = transitionCall(inWareBatch, 'submit').path;

const line = (id: number, plan_qty: number) => ({
  id,
  split_of_id: null,
  sku_id: 100 + id,
  sku_id__title: `S${100 + id}`,
  sku_id__hint: `货品${id}`,
  imperfect_type: 0,
  plan_qty,
  count_qty: null,
  production_date: null,
  expire_at: null,
});

/** A batch of two lines at the desk: ten pieces of S101 and twenty of S102 are planned. */
async function atTheDesk(id: number, { transitions = ['count', 'submit'], keys = ['InWareBatch:submit'] } = {}) {
  const bench = createBench();
  bench.on(calls.detail.path, {
    result: {
      id,
      version: 4,
      batch_no: `RK${id}`,
      status: 1,
      allowed: { edit: true, transitions, calls: [] },
      audit: [],
      lines: [line(1, 10), line(2, 20)],
    },
  });
  bench.on(callsOf(sku).options.path, ({ texts = [] }) => ({
    result: {
      list: (texts as string[])
        .filter((text) => /^S\d+$/.test(text))
        .map((text) => ({ id: Number(text.slice(1)), title: text, hint: `货品${text}`, text })),
    },
  }));
  for (const path of [count, submit]) bench.on(path, { result: { id, version: 5, no: `RK${id}` } });
  renderDesk(<CountPage id={id} />, { bench, keys });
  await screen.findByRole('heading', { name: new RegExp(`RK${id}`) });
  const field = () => screen.getByLabelText('扫描');
  const scan = (code: string) => userEvent.type(field(), `${code}{Enter}`);
  const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } });
  const figure = (place: number, of = '正品') => screen.getByLabelText<HTMLInputElement>(`第 ${place} 行${of}`).value;
  return { bench, field, scan, paste, figure };
}

it('counts no batch that is counted no more', async () => {
  await atTheDesk(1, { transitions: [] });
  await screen.findByText('此批次现在不能清点');
  expect(screen.queryByLabelText('扫描')).toBeNull();
});

it('counts a piece for each scan, says what it does not know, and keeps the cursor in the field', async () => {
  const { bench, field, scan, figure } = await atTheDesk(2);
  await scan('S101');
  await scan('S102');
  await scan('S101');
  await waitFor(() => expect([figure(1), figure(2)]).toEqual(['2', '1']));
  await scan('X');
  await screen.findByText('未识别：X');
  await scan('S999');
  await screen.findByText(/S999 .*不在此批次的应收明细中/);
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(bench.calls(count)).toHaveLength(1));
  expect(bench.calls(count)[0]?.input).toMatchObject({
    id: 2,
    version: 4,
    lines: [
      { line_id: 1, imperfect_type: 0, qty: 2 },
      { line_id: 2, imperfect_type: 0, qty: 1 },
    ],
  });
  // Each code is looked up once.
  expect(bench.calls(callsOf(sku).options.path)).toHaveLength(4);
  await screen.findByText('清点已保存');
  expect(document.activeElement).toBe(field());
});

it('takes a list with grades, marks the cell that is refused, and hands in what is counted then', async () => {
  const { bench, paste, figure } = await atTheDesk(3);
  bench.on(count, { code: 4001, msg: '第 2 行到期日期应晚于生产日期', field: 'lines.2.expire_at' });
  paste('S101\t9\nS102\t19\nS102\t1\t轻残\nS102\t一\nS7\t1');
  await screen.findByText(/1 个编码不在此批次：S7；第 4 行的数量或品级不正确/);
  expect([figure(1), figure(2), figure(2, '轻残')]).toEqual(['9', '19', '1']);
  await userEvent.click(screen.getByRole('button', { name: '保存并提交' }));
  await screen.findAllByText('第 2 行到期日期应晚于生产日期');
  expect(bench.calls(submit)).toEqual([]);
  expect(bench.calls(count)[0]?.input.lines).toMatchObject([
    { line_id: 1, imperfect_type: 0, qty: 9 },
    { line_id: 2, imperfect_type: 0, qty: 19 },
    { line_id: 2, imperfect_type: 1, qty: 1 },
  ]);
  bench.on(count, { result: { id: 3, version: 5, no: 'RK3' } });
  await userEvent.click(screen.getByRole('button', { name: '保存并提交' }));
  await waitFor(() => expect(bench.calls(submit)).toHaveLength(1));
  expect(bench.calls(submit)[0]?.input).toEqual({ id: 3, version: 5 });
});

it('fills what nobody has counted as planned, and offers no submission to who may not submit', async () => {
  const { scan, figure } = await atTheDesk(4, { keys: [] });
  await scan('S102');
  await waitFor(() => expect(figure(2)).toBe('1'));
  await userEvent.click(screen.getByRole('button', { name: '未清点行按应收数填' }));
  expect([figure(1), figure(2)]).toEqual(['10', '1']);
  expect(screen.getByText(/已清点 11 件，全部已清点/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '保存并提交' })).toBeNull();
});

it('goes on where others counted other goods meanwhile, and shows both counts where they counted the same', async () => {
  const { bench, scan } = await atTheDesk(5);
  const standing = (version: number, first: number | null, second: number | null) => ({
    result: {
      id: 5,
      version,
      batch_no: 'RK5',
      status: 1,
      allowed: { edit: true, transitions: ['count', 'submit'], calls: [] },
      audit: [],
      lines: [
        { ...line(1, 10), count_qty: first },
        { ...line(2, 20), count_qty: second },
      ],
    },
  });
  const stale = { code: 4009, msg: '单据已被他人修改，请刷新' };
  await scan('S101');
  bench.on(calls.detail.path, standing(6, null, 7));
  bench.on(count, ({ version }) => (version === 6 ? { result: { id: 5, version: 7, no: 'RK5' } } : stale));
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByText('清点已保存');
  expect(bench.calls(count).map(({ input }) => input.version)).toEqual([4, 6]);

  await scan('S101');
  bench.on(calls.detail.path, standing(8, 9, 7));
  bench.on(count, stale);
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByRole('button', { name: '对比并合并' });
  expect(bench.calls(count)).toHaveLength(3);
});
