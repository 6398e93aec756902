// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { anAdjustment } from '#src/engine/test-adjustment.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { FormPage } from '../form-page.tsx';
import { renderDesk } from '../test-bench.tsx';
import { LineEditor } from './line-editor.tsx';

const [detail, edit, options] = ['/v1/Inventory/adjustDetail', '/v1/Inventory/adjustEdit', '/v1/goods/skuOptions'];
const record = anAdjustment({ lines: 1 });
const cell = (name: string) => screen.findByLabelText(name);
const isOff = (element: HTMLElement) => (element as HTMLInputElement).disabled;

/** A document of one line, with the cursor in the row below it, and a block pasted whose goods nobody has named yet. */
async function pasteTwo() {
  const bench = createBench();
  bench.on(detail, { result: record });
  bench.on(edit, { result: { id: 8, version: 4, no: 'TZ8' } });
  bench.on(options, ({ texts = [] }) => ({
    result: {
      list: (texts as string[]).map((text) => ({ text, id: Number(text.slice(1)) + 10, title: text, hint: null })),
    },
  }));
  const held = heldPath(bench, options);
  renderDesk(<FormPage definition={stockAdjustment} id={8} listAt="/list" />, { bench: held.bench });
  await userEvent.click(await screen.findByRole('button', { name: '新增一行' }));
  const goods = await cell('第 2 行货品');
  act(() => goods.focus());
  await userEvent.paste('S1\t3\nS2\t4');
  return { bench, goods, release: held.release };
}

it('rests while a pasted block is looked up: nothing is saved without it, nothing taken away under it', async () => {
  const { bench, release } = await pasteTwo();
  await screen.findByText('正在识别 0/2');
  const save = screen.getByRole('button', { name: '保存' });
  expect([save, await cell('第 1 行数量'), screen.getByLabelText(/原因/)].map(isOff)).toEqual([true, true, true]);
  expect(screen.getAllByRole('button', { name: '删除' }).map(isOff)).toEqual([true, true]);
  await userEvent.click(save);
  await userEvent.keyboard('{Control>}s{/Control}');
  await userEvent.paste('S1\t3\nS2\t4');
  release();
  await cell('第 3 行数量');
  await waitFor(() => expect(isOff(save)).toBe(false));
  expect(bench.calls(edit)).toEqual([]);
  await userEvent.click(save);
  await waitFor(() => expect(bench.calls(edit)).toHaveLength(1));
  expect(bench.calls(edit)[0]?.input.line_changes).toMatchObject({
    put: [
      { sku_id: 11, qty: 3 },
      { sku_id: 12, qty: 4 },
    ],
    remove: [],
  });
});

it('gives the cursor back to who pasted', async () => {
  const { goods, release } = await pasteTwo();
  await screen.findByText('正在识别 0/2');
  // As in a browser, where an input that is switched off has the focus no longer.
  const elsewhere = document.body.appendChild(document.createElement('button'));
  act(() => elsewhere.focus());
  act(() => elsewhere.remove());
  expect(document.activeElement).toBe(document.body);
  release();
  await waitFor(() => expect(document.activeElement).toBe(goods));
});

it('is walked with the arrows as a spreadsheet, also where the text of a cell ends', async () => {
  const bench = createBench();
  bench.on(detail, { result: anAdjustment({ lines: 2 }) });
  renderDesk(<FormPage definition={stockAdjustment} id={8} listAt="/list" />, { bench });
  (await cell('第 1 行数量')).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await cell('第 2 行数量'));
  await userEvent.keyboard('{ArrowDown}12{ArrowUp}');
  expect(document.activeElement).toBe(await cell('第 1 行数量'));
  expect(((await cell('第 2 行数量')) as HTMLInputElement).value).toBe('12');
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(await cell('第 1 行库区'));
  await userEvent.keyboard('AB{ArrowLeft}');
  expect(document.activeElement).toBe(await cell('第 1 行库区'));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(await cell('第 1 行数量'));
});

it('names the goods beside their code and marks what is no figure on its cell', async () => {
  const bench = createBench();
  const record = anAdjustment({ lines: 2 });
  const lines = (record.lines as object[]).map((line) => ({ ...line, sku_id__hint: '短袖衬衫' }));
  bench.on(detail, { result: { ...record, lines } });
  renderDesk(<FormPage definition={stockAdjustment} id={8} listAt="/list" />, { bench });
  const qty = await cell('第 2 行数量');
  expect(screen.getAllByText('短袖衬衫')).toHaveLength(2);
  await userEvent.type(qty, '{Control>}a{/Control}x');
  expect((await screen.findByRole('alert')).textContent).toBe('应为数字');
  expect(qty.getAttribute('aria-invalid')).toBe('true');
  expect(qty.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
});

it('shows what a line was chosen as, and beside it what nobody types; neither is an input, and no line is added', async () => {
  const bench = createBench();
  const line = {
    id: 1,
    in_ware_detail_id: 5,
    in_ware_detail_id__title: 'RK26030100005',
    sku_id: 2,
    sku_id__title: 'S0000000002',
    old_cost: 10_000,
    new_cost: 9000,
  };
  const { lines: _lines, ...head } = anAdjustment({ lines: 1 });
  bench.on('/v1/statement/costDetail', {
    result: { ...head, cost_no: 'CB8', adjust_reason: 3, to_supplier: 0, lines: [line] },
  });
  bench.on('/v1/statement/costEdit', { result: { id: 8, version: 4, no: 'CB8' } });
  renderDesk(
    <FormPage
      definition={costAdjust}
      id={8}
      listAt="/list"
      slots={{
        lines: (form) => (
          <LineEditor
            form={form}
            names={['in_ware_detail_id', 'sku_id', 'old_cost', 'new_cost']}
            picked={['in_ware_detail_id']}
          />
        ),
      }}
    />,
    { bench, keys: ['stock:costView'] },
  );
  const cost = await cell('第 1 行新成本');
  for (const words of [/RK26030100005/, /S0000000002/, /100\.00/]) expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByLabelText('第 1 行入库批次')).toBeNull();
  expect(screen.queryByRole('button', { name: '新增一行' })).toBeNull();
  await userEvent.clear(cost);
  await userEvent.type(cost, '80');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(bench.calls('/v1/statement/costEdit')).toHaveLength(1));
  expect(bench.calls('/v1/statement/costEdit')[0]?.input.line_changes).toEqual({
    put: [{ id: 1, in_ware_detail_id: 5, new_cost: 8000 }],
    remove: [],
  });
});
