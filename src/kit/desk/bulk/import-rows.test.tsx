// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { ImportRows, type RowsAsked } from './import-rows.tsx';

const take = vi.fn<() => void>();

/** Takes prices of goods it knows: those that begin with S. */
async function ask(rows: readonly (readonly string[])[]) {
  const found = rows.map(([code = '', price = ''], at) => ({
    id: at + 1,
    row: at + 1,
    name: code,
    hint: null,
    changes: code.startsWith('S') ? [{ label: '新售价', before: '10.00', after: price }] : [],
    words: code.startsWith('S') ? null : `找不到货品 ${code}`,
  }));
  const value: RowsAsked = { rows: found, take };
  return { ok: true as const, value, serverTime: null };
}

const show = (most = 10) =>
  renderDesk(<ImportRows name="probe" label="货品" hint="两列" most={most} ask={ask} />, { bench: createBench() });
const paste = (text: string) =>
  fireEvent.paste(screen.getByLabelText('粘贴表格'), { clipboardData: { getData: () => text } });

it('puts nothing into the form before every row is shown with its reason, then what can be', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: '导入明细' }));
  paste('S1\t9.00\nX2\t8.00\n');
  await screen.findByText('找不到货品 X2');
  expect(screen.getByText('10.00').tagName).toBe('DEL');
  expect(take).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '导入 1 行' }));
  expect(take).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('找不到货品 X2')).toBeNull());
});

it('takes nothing where no row can be, and says what was cut', async () => {
  show(1);
  await userEvent.click(screen.getByRole('button', { name: '导入明细' }));
  paste('X1\t1\nX2\t2\nX3\t3');
  await screen.findByText(/一次最多输入5000个，其余 1 行未读取/);
  expect(screen.getByRole('button', { name: '导入 0 行' })).toHaveProperty('disabled', true);
});
