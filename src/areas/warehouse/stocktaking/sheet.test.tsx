// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { startPreviewCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Sheet } from './sheet.tsx';

const line = (id: number, diff_qty: number) => ({
  id,
  sku_id: id,
  sku_id__title: `S-${id}`,
  imperfect_type: 0,
  ambiguity: 0,
  recount: false,
  diff_qty,
  reason: id === 1 ? '借走' : null,
});

interface Standing {
  status: number;
  transitions: string[];
  calls?: string[];
  missing?: number[];
}

/** The page of a sheet in some state, as the server tells it. */
async function opened({ status, transitions, calls = [], missing = [] }: Standing) {
  const bench = createBench();
  let now = { status, transitions };
  bench.on(callsOf(stocktaking).detail.path, () => ({
    result: {
      id: 8,
      version: 1,
      stocktaking_no: 'PD8',
      round: 1,
      status: now.status,
      allowed: { edit: false, transitions: now.transitions, calls },
      audit: [],
      lines: [line(1, -9), line(2, 8), line(3, 7)],
    },
  }));
  bench.on(progressCall.path, {
    result: { id: 8, status, round: 1, zones: [], exceptions: [], shortfalls: [], missing_reasons: missing },
  });
  bench.on(documentCalls(stocktaking)?.nextStep.path ?? '', {
    result: { label: '复核', people: ['庚', '辛'], total: 3, roles: ['仓库主管'] },
  });
  bench.on(startPreviewCall.path, { result: { goods: 374, zones: 4, counters: 0 } });
  renderDesk(<Sheet id={8} />, { bench, keys: [] });
  await screen.findByRole('heading', { name: /PD8/ });
  return { bench, becomes: (status: number, transitions: string[]) => (now = { status, transitions }) };
}

it('shows where it stands, who acts next, and one way to review', async () => {
  await opened({ status: 2, transitions: ['review', 'cancel'], calls: ['reviewLines'] });
  const here = within(screen.getByRole('list', { name: '进度' })).getByText('待复核');
  expect(here.getAttribute('aria-current')).toBe('step');
  expect((await screen.findByText(/庚、辛 等 3 人（仓库主管）/)).closest('p')?.textContent).toContain('下一步：复核');
  expect(screen.getAllByRole('button', { name: '复核' })).toHaveLength(1);
  const lines = screen.getByRole('tab', { name: '盘点明细' });
  const facts = screen.getByText('盘点仓库');
  expect(lines.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('marks all missing reasons at once and leads to the first', async () => {
  await opened({ status: 2, transitions: ['review'], calls: ['reviewLines'], missing: [3, 2] });
  await screen.findByText('还有 2 行差异较大，未填写差异原因');
  const fields = () => screen.getAllByRole('textbox', { name: '差异原因' });
  await waitFor(() =>
    expect(fields().map((one) => one.getAttribute('aria-invalid'))).toEqual(['false', 'true', 'true']),
  );
  await userEvent.click(screen.getByRole('button', { name: '填写第一行' }));
  await waitFor(() => expect(document.activeElement).toBe(fields()[1]));
});

it('rests its lines after the review until somebody asks to change them, and offers nothing the server does not', async () => {
  await opened({ status: 4, transitions: ['audit'], calls: ['reviewLines'] });
  await screen.findByText('借走');
  expect(screen.queryByRole('textbox', { name: '差异原因' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '修改原因和复盘标记' }));
  expect(screen.getAllByRole('textbox', { name: '差异原因' })).toHaveLength(3);
  expect(screen.queryByRole('tab', { name: '录入盘点' })).toBeNull();
});

it('says before the start what would be counted by how many, and warns where nobody is chosen', async () => {
  const { bench } = await opened({ status: 0, transitions: ['start'] });
  await userEvent.click(screen.getByRole('button', { name: '开始盘点' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/没有指定盘点人/);
  expect(dialog.textContent).toContain('374 种货品，4 个库区，0 人盘点');
  expect(bench.calls(transitionCall(stocktaking, 'start').path)).toEqual([]);
});

it('closes the question of a cancelling by a word that does not cancel, and never drops the focus', async () => {
  const { bench, becomes } = await opened({ status: 2, transitions: ['cancel'] });
  const cancel = screen.getByRole('button', { name: '取消盘点' });
  await userEvent.click(cancel);
  const buttons = within(await screen.findByRole('dialog'));
  expect(buttons.queryByRole('button', { name: '取消' })).toBeNull();
  await userEvent.click(buttons.getByText('关闭'));
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await userEvent.click(cancel);
  const again = within(await screen.findByRole('dialog'));
  await userEvent.type(again.getByRole('textbox'), '改期');
  bench.on(transitionCall(stocktaking, 'cancel').path, () => {
    becomes(-1, []);
    return { result: { id: 8, version: 2, no: 'PD8' } };
  });
  await userEvent.click(again.getByRole('button', { name: '取消盘点' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /PD8/ })));
});
