// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagFields } from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { epcToWrite } from '#contract/areas/price-tags/written-epc.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { JobBench } from './job-bench.tsx';

const code = { id: 1, code_id: 71, unique_code: '1000000000000018', sku_id: 10, sku_id__title: 'S10', barcode: null };
const due = epcToWrite(code);
const job = {
  id: 5,
  version: 1,
  job_no: 'DP26112400001',
  template_id: 8,
  source_type: 3,
  source_no: 'ZM26112400001',
  write_epc: true,
  total_qty: 2,
  printed_qty: 0,
  written_qty: 0,
  status: 1,
  lines: [{ id: 50, sku_id: 10, sku_id__title: 'S10', qty: 2, printed_qty: 0, written_qty: 0 }],
  audit: [],
  allowed: { transitions: ['cancel'], edit: false },
};
const template = {
  id: 8,
  version: 1,
  status: 1,
  name: '唯一码吊牌',
  template_type: 1,
  width_mm: 40,
  height_mm: 70,
  dpi: 300,
  paper: 1,
  gap_mm: 2,
  shop_ids: [],
  brand_ids: [],
  lines: [{ id: 1, type: 'text', field: 'unique_code', text: '码 ', x: 10, y: 10, w: 300, h: 60, size_pt: 9 }],
  audit: [],
  allowed: { transitions: [], edit: true },
};
const values = Object.fromEntries(Object.keys(tagFields).map((name) => [name, '']));
const page = (unique_code: string) => ({
  sku_id: 10,
  sku_no: 'S10',
  name: 'T恤',
  printed_at: null,
  copies: 1,
  line_id: 50,
  code_id: Number(unique_code),
  values: { ...values, unique_code },
});

let papers: string[];

beforeEach(() => {
  papers = [];
  // What is on paper at the moment the printer is asked.
  vi.spyOn(window, 'print').mockImplementation(() => {
    papers.push(document.querySelector('[data-paper]')?.textContent ?? '');
  });
});

function open(more: object = {}) {
  const bench = createBench();
  bench.on(callsOf(hangTagJob).detail.path, { result: { ...job, ...more } });
  bench.on(callsOf(tagTemplate).detail.path, { result: template });
  bench.on(callsOf(hangTagCode).list.path, { result: { list: [code], total: 1, capped: false } });
  bench.on(tagCalls.jobPrint.path, {
    result: { pages: [page('11'), page('12')], is_again_print: false, left: 0 },
  });
  renderDesk(<JobBench id={5} />, { bench, at: '/systemSet/hangtagProduction?id=5', keys: ['tag:view', 'tag:print'] });
  return bench;
}

it('prints what has not been, a tag for each code, as it is on paper', async () => {
  const bench = open();
  await userEvent.click(await screen.findByRole('button', { name: '打印 2 张' }));
  await waitFor(() => expect(papers).toEqual(['码 11码 12']));
  expect(bench.calls(tagCalls.jobPrint.path)[0]?.input).toEqual({ id: 5 });
});

it('asks before a job is printed again', async () => {
  const bench = open({ status: 2, printed_qty: 2 });
  await userEvent.click(await screen.findByRole('button', { name: '再次打印' }));
  await screen.findByText('已打印过，是否再次打印？');
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(bench.calls(tagCalls.jobPrint.path)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '再次打印' }));
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
  await waitFor(() => expect(bench.calls(tagCalls.jobPrint.path)[0]?.input).toEqual({ id: 5, again: true }));
});

it('tells the server of a tag that reads as it was to be written, and of no other', async () => {
  const bench = open();
  await userEvent.click(await screen.findByRole('tab', { name: '写EPC' }));
  const read = await screen.findByLabelText('读到的EPC');
  await screen.findByText(due);
  await userEvent.type(read, 'E28011704000021D35AFADD9{Enter}');
  await screen.findByText('读到 E28011704000021D35AFADD9，不是本页待写的标签');
  expect(bench.calls(tagCalls.jobPrint.path)).toEqual([]);
  await userEvent.type(read, `${due}{Enter}`);
  await waitFor(() =>
    expect(bench.calls(tagCalls.jobPrint.path)[0]?.input).toEqual({ id: 5, printed: [{ code_id: 71, epc: due }] }),
  );
});

it('shows a finished job without its tools', async () => {
  open({ status: 3, printed_qty: 2 });
  await screen.findByRole('heading', { name: /DP26112400001/ });
  expect(screen.queryByRole('button', { name: /打印/ })).toBeNull();
  expect(screen.queryByRole('tab', { name: '写EPC' })).toBeNull();
});
