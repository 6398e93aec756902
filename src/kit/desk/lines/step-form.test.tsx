// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { DetailPage } from '../detail/detail-page.tsx';
import { renderDesk } from '../test-bench.tsx';
import { StepForm } from './step-form.tsx';

const deal = transitionCall(differenceOrder, 'deal').path;

const line = (id: number, diff_type: number) => ({
  id,
  sku_id: id,
  sku_id__title: `S${id}`,
  diff_type,
  plan_qty: 10,
  count_qty: 9,
  diff_qty: -1,
  deal_type: null,
  remark: null,
});

/** A difference order of two lines that waits for a decision. */
async function opened() {
  const bench = createBench();
  bench.on(callsOf(differenceOrder).detail.path, {
    result: {
      id: 8,
      version: 3,
      difference_no: 'CY8',
      status: 1,
      duty: null,
      allowed: { edit: false, transitions: ['deal'], calls: [] },
      audit: [],
      lines: [line(11, 1), line(12, 4)],
    },
  });
  renderDesk(
    <DetailPage
      definition={differenceOrder}
      id={8}
      linesFirst
      slots={{
        lines: (record) => (
          <StepForm definition={differenceOrder} record={record} name="deal" shown={['sku_id', 'diff_qty']} />
        ),
      }}
    />,
    { bench, keys: [] },
  );
  await screen.findByRole('heading', { name: /CY8/ });
  const choose = async (label: string | RegExp, words: string) => {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.click(await screen.findByTitle(words));
  };
  return { bench, choose };
}

const button = () => screen.getByRole('button', { name: '处理差异' });

it('is the one way to take a step that asks for lines, and adds or takes away none of them', async () => {
  await opened();
  expect(screen.getAllByRole('button', { name: '处理差异' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: '新增一行' })).toBeNull();
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull();
});

it('sends nothing without what the step asks of the document', async () => {
  const { bench } = await opened();
  await userEvent.click(button());
  await screen.findByText('责任方不能为空');
  expect(bench.calls(deal)).toEqual([]);
});

it('sends every line, says a refusal on the cell that it names, and keeps what was chosen', async () => {
  const { bench, choose } = await opened();
  bench.on(deal, { code: 4001, msg: '第 2 行是“质量”，请选择拒收', field: 'lines.1.deal_type' });
  await choose(/责任方/, '供应商');
  await choose('第 1 行处理方式', '按实收结案');
  await userEvent.type(screen.getByLabelText('第 2 行备注'), '外箱破损');
  await userEvent.click(button());
  await screen.findAllByText('第 2 行是“质量”，请选择拒收');
  expect(screen.getByLabelText('第 2 行处理方式').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('第 2 行备注').value).toBe('外箱破损');
  expect(bench.calls(deal)[0]?.input).toMatchObject({
    id: 8,
    version: 3,
    duty: 1,
    lines: [
      { line_id: 11, deal_type: 1 },
      { line_id: 12, remark: '外箱破损' },
    ],
  });
  bench.on(deal, { result: { id: 8, version: 4, no: 'CY8' } });
  await choose('第 2 行处理方式', '拒收');
  await userEvent.click(button());
  await waitFor(() => expect(bench.calls(deal)).toHaveLength(2));
  expect(bench.calls(deal)[1]?.input.lines).toMatchObject([{}, { line_id: 12, deal_type: 5 }]);
});
