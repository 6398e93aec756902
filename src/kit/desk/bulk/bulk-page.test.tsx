// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { type BulkTarget, bulkCalls, type LookedRow } from '#contract/kit/bulk.ts';
import { keptList } from '#contract/kit/kept-list.ts';
import { limits } from '#contract/kit/limits.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { BulkPage } from './bulk-page.tsx';

const { look, order } = bulkCalls(supplier);
const keys = ['supplier:batchEdit'];

/** A server on which GY9 cannot be changed and all others would be. */
function benchOf(): Bench {
  const bench = createBench();
  bench.on(look.path, ({ targets }) => ({ result: { rows: (targets as BulkTarget[]).map(lookedAt) } }));
  return bench;
}

function lookedAt({ id, key = `GY${id}` }: BulkTarget): LookedRow {
  const row = { title: `供应商 ${key}`, hint: key, fields: {}, note: null };
  if (key === 'GY9')
    return { ...row, id: 9, version: 1, changes: [], refused: { field: 'level', words: '此时不能修改' } };
  const change = { name: 'level', label: '等级', before: '一般', after: '核心' };
  return { ...row, id: Number(key.slice(2)), version: 4, changes: [change], refused: null };
}

const show = (bench: Bench, at = '/') =>
  renderDesk(<BulkPage definition={supplier} listAt="/basicbox/gyList" />, { bench, at, keys });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pasteKeys = (text: string) => {
  const box = screen.getByLabelText('供应商编号或供应商名称');
  fireEvent.change(box, { target: { value: text } });
  fireEvent.blur(box);
};

/** Ticks a field and types its value. */
async function writeDays(days: string): Promise<void> {
  await userEvent.click(screen.getByLabelText('修改账期(天)'));
  const input = screen.getByLabelText(/^\*?账期\(天\)$/);
  await userEvent.type(input, days);
  fireEvent.blur(input);
}

it('asks for nothing without records, without a field, and without what a ticked field needs', async () => {
  const bench = benchOf();
  show(bench);
  await press('预览');
  await screen.findByText('请选择要修改的记录');
  pasteKeys('GY1');
  await press('预览');
  await screen.findByText('请勾选要修改的内容');
  await userEvent.click(screen.getByLabelText('修改账期(天)'));
  await press('预览');
  await screen.findByText('账期(天)不能为空');
  expect(bench.calls(look.path)).toEqual([]);
});

it('shows each row with what it was and would be, or why not, and orders the former as they were looked at', async () => {
  const bench = benchOf();
  bench.on(order.path, { result: { batch_id: 7, batch_no: 'BT7' } });
  const { router } = show(bench, '/?ids=3');
  await screen.findByText('其中列表已选 1 个');
  pasteKeys('GY1\nGY9\nGY1');
  await writeDays('45');
  await press('预览');
  const preview = await screen.findByRole('region', { name: '供应商预览' });
  await within(preview).findByText('此时不能修改');
  expect(within(preview).getByRole('status').textContent).toBe('可修改 2 行无变化 0 行不能修改 1 行');
  expect(bench.calls(look.path)[0]?.input).toEqual({
    targets: [{ id: 3 }, { key: 'GY1' }, { key: 'GY9' }],
    fields: { settle_days: 45 },
  });
  await press('修改 2 行');
  await waitFor(() => expect(router.state.location.pathname).toBe('/shopstool/modifyDetal'));
  expect(bench.calls(order.path)[0]?.input).toEqual({
    rows: [
      { id: 3, version: 4 },
      { id: 1, version: 4 },
    ],
    fields: { settle_days: 45 },
  });
});

it('takes a row that somebody judges first, and says so, though nothing of it would have changed by then', async () => {
  const bench = createBench();
  const row: LookedRow = {
    id: 1,
    version: 4,
    title: '供应商一',
    hint: null,
    fields: {},
    changes: [],
    note: '已提交财务复核，复核通过后生效',
    refused: null,
  };
  bench.on(look.path, { result: { rows: [row, { ...row, id: 2, note: null }] } });
  show(bench, '/?ids=1,2');
  await writeDays('45');
  await press('预览');
  await screen.findByText('已提交财务复核，复核通过后生效');
  await screen.findByRole('button', { name: '修改 1 行' });
});

it('names a record that was meant twice, and changes it once', async () => {
  const bench = benchOf();
  show(bench, '/?ids=1');
  pasteKeys('GY1');
  await writeDays('45');
  await press('预览');
  await screen.findByText('与第 1 行是同一供应商');
  await screen.findByRole('button', { name: '修改 1 行' });
});

it('reads a long choice by its list and asks in parts, up to the cap', async () => {
  const bench = benchOf();
  bench.on(keptList.path, {
    result: { ids: Array.from({ length: limits.pastedEntries + 5 }, (_, at) => at + 1) },
  });
  show(bench, '/?list=abcdefghijklmnopqrstuv');
  await screen.findByText('一次最多输入5000个');
  await writeDays('45');
  await press('预览');
  await screen.findByRole('button', { name: '修改 4,999 行' });
  expect(bench.calls(look.path)).toHaveLength(limits.pastedEntries / limits.bulkLook);
  expect(bench.calls(look.path)[0]?.input['targets']).toHaveLength(limits.bulkLook);
}, 120_000);
