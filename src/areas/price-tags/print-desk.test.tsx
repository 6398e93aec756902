// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { PrintDesk } from './print-desk.tsx';

const template = {
  id: 8,
  version: 1,
  status: 1,
  name: '货架价签',
  template_type: 2,
  width_mm: 60,
  height_mm: 40,
  dpi: 203,
  paper: 1,
  gap_mm: 2,
  shop_ids: [],
  brand_ids: [],
  lines: [{ id: 1, type: 'text', field: 'sale_price', text: '¥', x: 10, y: 10, w: 300, h: 100, size_pt: 20 }],
  audit: [],
  allowed: { transitions: [], edit: true },
};
const values = Object.fromEntries(
  Object.keys(tagTemplate.lines.fields.field.choices ?? {}).map((name) => [name, `${name}!`]),
);
const page = { sku_id: 10, sku_no: 'S10', name: 'T恤', values: { ...values, sale_price: '70.40' } };

function open(printed_at: string | null) {
  const bench = createBench();
  bench.on(callsOf(tagTemplate).detail.path, { result: template });
  bench.on(callsOf(tagTemplate).options.path, { result: { list: [{ id: 8, title: '货架价签', hint: null }] } });
  bench.on(callsOf(shop).options.path, { result: { list: [{ id: 3, title: '五角场店', hint: '001' }] } });
  bench.on(callsOf(sku).options.path, { result: { list: [{ id: 10, title: 'S10', hint: 'T恤' }] } });
  bench.on(tagCalls.changed.path, {
    result: { list: [{ sku_id: 10, sku_no: 'S10', name: 'T恤', old_price: 9900, new_price: 7040 }] },
  });
  bench.on(tagCalls.preview.path, { result: { pages: [{ ...page, printed_at }] } });
  bench.on(tagCalls.print.path, {
    result: { pages: [{ ...page, printed_at, copies: 2 }], is_again_print: printed_at !== null },
  });
  // What is on paper at the moment the printer is asked.
  const papers: string[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    papers.push(document.querySelector('[data-paper]')?.textContent ?? '');
  });
  renderDesk(<PrintDesk />, { bench, at: '/systemSet/priceTag?desk=1&template=8', keys: [tagCalls.print.access] });
  return { bench, papers };
}

async function choose() {
  await userEvent.click(await screen.findByLabelText(/门店/));
  await userEvent.click(await screen.findByText('五角场店'));
  await userEvent.click(screen.getByRole('button', { name: '加入今日调价' }));
  await screen.findByRole('button', { name: '打印 1 张' });
}

it('prints what changed today as often as asked, as it is on paper', async () => {
  const { bench, papers } = open(null);
  await choose();
  const count = await screen.findByLabelText('S10 份数');
  await userEvent.clear(count);
  await userEvent.type(count, '2{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: '打印 2 张' }));
  await waitFor(() => expect(papers).toEqual(['¥70.40¥70.40']));
  expect(bench.calls(tagCalls.print.path)[0]?.input).toEqual({
    template_id: 8,
    shop_id: 3,
    items: [{ sku_id: 10, copies: 2 }],
  });
});

it('asks before what was printed at this price is printed again', async () => {
  const { bench, papers } = open('2026-11-20T02:00:00.000Z');
  await choose();
  await userEvent.click(screen.getByRole('button', { name: '打印 1 张' }));
  await screen.findByText('已打印过，是否再次打印？');
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(bench.calls(tagCalls.print.path)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '打印 1 张' }));
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
  await waitFor(() => expect(papers).toHaveLength(1));
});
