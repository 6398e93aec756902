// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { LineSheet } from '#contract/areas/tasks/line-sheet.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { limits } from '#contract/kit/limits.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { failed, type Sent } from '#src/wire/sent.ts';
import { FormPage } from '../form-page.tsx';
import { renderDesk } from '../test-bench.tsx';
import type { ReadLines } from './import-preview.ts';
import { LinesImport } from './lines-import.tsx';

const column = { aliases: [], required: true, rule: '', example: '' };
const sheet: LineSheet = {
  template: 'probe',
  label: '调整明细',
  columns: [
    { ...column, key: 'code', label: '货品编码', aliases: ['SKU'] },
    { ...column, key: 'qty', label: '数量' },
  ],
};

type Rows = readonly (readonly string[])[];

/** Takes quantities of goods that begin with S; says of all others that there are none. */
function answer(rows: Rows): Sent<ReadLines> {
  const each = rows.map(([code = '', qty = ''], at) => ({ row: at + 1, code, qty: Number(qty) }));
  const isKnown = ({ code }: { code: string }) => code.startsWith('S');
  const lines = each.filter(isKnown).map(({ row, code, qty }) => ({
    row,
    sku_id: Number(code.slice(1)),
    shown: { sku_id__title: code, sku_id__hint: `衬衫${code}` },
    values: { qty },
  }));
  const errors = each.filter((one) => !isKnown(one)).map(({ row, code }) => ({ row, words: `找不到货品 ${code}` }));
  return { ok: true, value: { lines, errors }, serverTime: null };
}

/** A new document whose lines are imported; what was asked is kept. */
function show(how: { sheet?: LineSheet | undefined; known?: null; ask?(rows: Rows): Promise<Sent<ReadLines>> } = {}) {
  const asked: Rows[] = [];
  const ask = async (rows: Rows) => {
    asked.push(rows);
    return await (how.ask?.(rows) ?? answer(rows));
  };
  const given = 'sheet' in how ? how.sheet : sheet;
  renderDesk(
    <FormPage
      definition={stockAdjustment}
      listAt="/list"
      slots={{
        extra: (form) => (
          <LinesImport
            form={form}
            columns="第一列货品编码，第二列数量"
            ask={ask}
            {...(given ? { sheet: given } : {})}
            {...('known' in how ? { known: null } : {})}
          />
        ),
      }}
    />,
    { bench: createBench() },
  );
  return asked;
}

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));
const paste = (text: string) =>
  fireEvent.paste(screen.getByLabelText('粘贴表格'), { clipboardData: { getData: () => text } });
const preview = async () => await screen.findByRole('region', { name: '货品预览' });
const told = async () => (await preview()).querySelector('[role=status]');
const rowOf = async (text: string) =>
  (await within(await preview()).findByText(text)).closest<HTMLElement>('.ant-table-row');
const quantity = (line: number) => (screen.getByLabelText(`第 ${line} 行数量`) as HTMLInputElement).value;

/** Opens the dialog, which is read first. */
async function open(): Promise<void> {
  await press('导入明细');
  await screen.findByLabelText('粘贴表格');
}

/** Puts a block into the form. */
async function bring(text: string, lines: number): Promise<void> {
  await open();
  paste(text);
  await press(`导入 ${lines} 行`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('asks for nothing without a column that it needs, without rows, and leaves the form as it is when it is closed', async () => {
  const asked = show();
  await open();
  paste('SKU\t颜色\nS1\t黑');
  await screen.findByText('缺少“数量”一列，可下载模板对照');
  paste('SKU\t数量\n\t\n');
  await screen.findByText('没有明细');
  expect(asked).toEqual([]);
  paste('S1\t4');
  await screen.findByRole('button', { name: '导入 1 行' });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByLabelText('第 1 行数量')).toBeNull();
});

it('says why rows could not be asked about, takes nothing, and takes the next sheet', async () => {
  let refused = true;
  show({
    ask: async (rows) =>
      refused
        ? failed({ kind: 'refused', refusal: 'invalid', code: 4001, msg: '请先选择供应商', field: null })
        : answer(rows),
  });
  await open();
  paste('S1\t4');
  await screen.findByText('请先选择供应商');
  expect(screen.getByRole('button', { name: '导入 0 行' })).toHaveProperty('disabled', true);
  refused = false;
  paste('S2\t5');
  await press('导入 1 行');
  expect(screen.queryByText('请先选择供应商')).toBeNull();
  expect(quantity(1)).toBe('5');
});

it('puts nothing into the form before every row is shown: new, changed, unchanged, and left out at its place in the sheet', async () => {
  const asked = show();
  await bring('S1\t3\nS2\t4', 2);
  await open();
  paste('备注\t数量\tSKU\n\t5\tS1\n\t\t\nx\t4\tS2\n\t6\tX9\n\t7\tS3\n');
  expect((await told())?.textContent).toBe('可导入 2 行无变化 1 行不能导入 1 行');
  expect(asked.at(-1)).toEqual([
    ['S1', '5'],
    ['S2', '4'],
    ['X9', '6'],
    ['S3', '7'],
  ]);
  const changed = await rowOf('衬衫S1');
  expect(changed?.textContent).toContain('数量：3 → 5');
  expect(within(changed as HTMLElement).getByText('3').tagName).toBe('DEL');
  expect((await rowOf('找不到货品 X9'))?.textContent).toBe('5X9找不到货品 X9');
  expect((await rowOf('衬衫S3'))?.textContent).toContain('新增 7 件');
  expect([quantity(1), screen.queryByLabelText('第 3 行数量')]).toEqual(['3', null]);
  await press('导入 2 行');
  await waitFor(() => expect(quantity(1)).toBe('5'));
  expect([quantity(2), quantity(3)]).toEqual(['4', '7']);
  expect(screen.queryByLabelText('第 4 行数量')).toBeNull();
});

it('reads a block without a heading by place, its first row too, with a sheet and without', async () => {
  const asked = show();
  await bring('S1\t3\nS2\t4', 2);
  expect(asked).toEqual([
    [
      ['S1', '3'],
      ['S2', '4'],
    ],
  ]);
  expect([quantity(1), quantity(2)]).toEqual(['3', '4']);
});

it('has no template without a sheet, and takes every row as it stands', async () => {
  const asked = show({ sheet: undefined });
  expect(screen.queryByRole('button', { name: '下载模板' })).toBeNull();
  await bring('编码\t数量\nS1\t3', 1);
  expect(asked[0]?.[0]).toEqual(['编码', '数量']);
});

it('adds every row where each is a line of its own', async () => {
  show({ known: null });
  await bring('S1\t3', 1);
  await bring('S1\t3', 1);
  expect([quantity(1), quantity(2)]).toEqual(['3', '3']);
});

it('asks about as many rows as a document takes, and says how many were cut', async () => {
  const asked = show();
  await open();
  paste(Array.from({ length: limits.documentLines + 3 }, (_, at) => `X${at}\t1`).join('\n'));
  expect((await told())?.textContent).toContain('其余 3 行未读取');
  expect(asked[0]).toHaveLength(limits.documentLines);
  expect(screen.getByRole('button', { name: '导入 0 行' })).toHaveProperty('disabled', true);
}, 60_000);
