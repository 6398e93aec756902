// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { goodsImport } from '#contract/areas/goods/imports.ts';
import { taskList } from '#contract/areas/tasks/calls.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { aTask } from '../test-task.ts';
import { ImportSteps } from './import-steps.tsx';

const kind = goodsImport;
const file = { id: 'f'.repeat(32), path: '/get/f', name: 'a.csv', type: 'csv' as const, size: 9 };
const rehearsed = aTask({ id: 9, status: taskStatus.done, remark: '试运行完成' });

let bench: Bench;
let other: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  other = vi.fn<() => void>();
  bench = createBench();
  bench.on(kind.start.path, {
    result: {
      name: 'a.csv',
      heading: ['a', 'b', 'c'],
      rows: [],
      mapping: { code: 0, name: 1, price: 2 },
      options: kind.options,
    },
  });
  bench.on(taskList.path, { result: { list: [rehearsed], total: 1 } });
  bench.on(kind.result.path, {
    result: { result: { dry_run: true, done: true, rows: 1, months: [], facts: [], counts: [], remarks: [] } },
  });
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const opened = async () => {
  renderDesk(<ImportSteps kind={kind} file={file} onOther={other} />, { bench });
  await screen.findByRole('button', { name: '试运行' });
};
describe('a rehearsal of which nobody knows what became of it', () => {
  it('lets nothing else be done until it is asked again or given up', async () => {
    await opened();
    bench.on(kind.check.path, 'cut');
    await press('试运行');
    await screen.findByText(/结果未知/);
    for (const name of ['试运行', '上一步']) expect(button(name).disabled).toBe(true);
    for (const one of screen.getAllByRole<HTMLInputElement>('combobox')) expect(one.disabled).toBe(true);
    for (const one of document.querySelectorAll<HTMLInputElement>('[data-field] input'))
      expect(one.disabled).toBe(true);
    await press('放弃');
    for (const name of ['试运行', '上一步']) expect(button(name).disabled).toBe(false);
    expect(screen.getAllByRole<HTMLInputElement>('combobox').some((one) => one.disabled)).toBe(false);
  });

  it('that is refused when it is asked again says so, and may be begun anew', async () => {
    await opened();
    bench.on(kind.check.path, 'cut');
    await press('试运行');
    await screen.findByText(/结果未知/);
    bench.on(kind.check.path, { code: 4001, msg: '文件已过期' });
    await press('重试');
    expect((await screen.findByText('文件已过期')).getAttribute('role')).toBe('alert');
    bench.on(kind.check.path, { result: { id: 9, serial_no: 'GD1' } });
    await press('试运行');
    await screen.findByText('试运行完成');
    expect(new Set(bench.calls(kind.check.path).map(({ opId }) => opId)).size).toBe(1);
  });
});

it('an import of which nobody knows what became of it lets nothing else be done either', async () => {
  await opened();
  bench.on(kind.check.path, { result: { id: 9, serial_no: 'GD1' } });
  await press('试运行');
  await screen.findByText('试运行完成');
  bench.on(kind.apply.path, 'cut');
  await press('导入');
  await screen.findByText(/结果未知/);
  for (const name of ['导入', '上一步']) expect(button(name).disabled).toBe(true);
});
