// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { propertyCalls } from '#contract/areas/goods/category-property.ts';
import { initSpuCall } from '#contract/areas/goods/init-spu.ts';
import { size } from '#contract/areas/goods/size.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { styleGridCall } from '#contract/areas/goods/style-grid.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Row } from '#src/engine/row.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { PieceMatrix } from './piece-matrix.tsx';
import { Screen } from './spu-form.tsx';

// A style by hand: begun as another one, its pieces ticked or with the barcodes that a spreadsheet has.

const calls = callsOf(spu);
const at = (name: string, id: number) => ({ [name]: id, [`${name}__title`]: `${name}${id}` });
const model = {
  id: 5,
  version: 2,
  spu_no: 'P00000005',
  style_no: 'OLD-1',
  name: '圆领T恤',
  ...at('category_id', 1),
  ...at('brand_id', 2),
  ...at('unit_id', 3),
  ...at('size_type_id', 4),
  tag_price: 19_900,
  tax_rate_bp: 1300,
  status: 1,
  lines: [{ id: 9, key_id: 7, key_id__title: '领型', value_ids: [], text: '圆领' }],
  audit: [],
  allowed: { transitions: [], edit: true },
};

const keys = ['spu:addSpu', 'spu:modifySpu', 'spu:initSpu'];

function bench() {
  const made = createBench();
  made.on(calls.detail.path, { result: model });
  made.on(calls.add.path, { result: { id: 6, version: 1, no: 'P00000006' } });
  made.on(propertyCalls.keys.path, {
    result: {
      list: [
        { id: 7, name: '领型', code: 'neck', kind: 1, input_type: 3, binding: null },
        { id: 8, name: '颜色', code: 'color', kind: 2, input_type: 1, binding: null },
      ],
      total: 2,
    },
  });
  made.on(callsOf(size).list.path, {
    result: {
      list: [
        { id: 21, name: 'S' },
        { id: 22, name: 'M' },
      ],
      total: 2,
      capped: false,
    },
  });
  return made;
}

it('begins as another one with its attributes, and asks for a number of its own', async () => {
  const desk = bench();
  renderDesk(<Screen />, { bench: desk, at: '/shops/newShop?from=5', keys });
  const name = await screen.findByLabelText(/商品名称/);
  expect((name as HTMLInputElement).value).toBe('圆领T恤');
  const save = screen.getByText('保存');
  fireEvent.click(save);
  await waitFor(() => expect(screen.getByLabelText(/货号/).getAttribute('aria-invalid')).toBe('true'));
  expect(desk.calls(calls.add.path)).toHaveLength(0);
  fireEvent.change(screen.getByLabelText(/货号/), { target: { value: 'NEW-1' } });
  fireEvent.click(save);
  await waitFor(() => expect(desk.calls(calls.add.path)).toHaveLength(1));
  const { input } = desk.calls(calls.add.path)[0] ?? {};
  expect(input).toMatchObject({ style_no: 'NEW-1', name: '圆领T恤', category_id: 1, tag_price: 19_900 });
  expect(input?.lines).toMatchObject([{ key_id: 7, text: '圆领' }]);
  expect(JSON.stringify(input)).not.toMatch(/OLD-1|P00000005/);
});

const style = { id: 6, category_id: 1, size_type_id: 4, status: 0 } as unknown as Row;
const gridOf = (spu_id: number, cells: [number, number][]) => ({
  spu_id,
  spu_no: 'P',
  style_no: 'K',
  name: '款',
  colors: [
    { id: 11, name: '黑' },
    { id: 12, name: '白' },
  ],
  sizes: [
    { id: 21, name: 'S' },
    { id: 22, name: 'M' },
  ],
  cells: cells.map(([color_id, size_id], place) => ({
    sku_id: place + 1,
    sku_no: `S${place}`,
    name: '',
    color_id,
    size_id,
    enabled: true,
  })),
});

it('takes a block of barcodes, says a wrong check digit before anything is sent, and makes what was named', async () => {
  const desk = bench();
  desk.on(styleGridCall.path, {
    result: {
      list: [
        gridOf(6, [
          [11, 21],
          [12, 21],
        ]),
      ],
    },
  });
  desk.on(initSpuCall.path, { result: { ok_count: 1, sku_count: 2, errors: [] } });
  renderDesk(<PieceMatrix style={style} onDone={() => undefined} />, { bench: desk, at: '/shops/newShop?id=6', keys });
  await userEvent.click(await screen.findByRole('checkbox', { name: /填写已有条码/ }));
  const corner = screen.getByRole('textbox', { name: '黑 M 条码' });
  const paste = (text: string) => act(() => void fireEvent.paste(corner, { clipboardData: { getData: () => text } }));
  paste('6901234567890\nSUP-1');
  expect((await screen.findByRole('alert')).textContent).toContain('校验位应为 2');
  const button = screen.getByRole('button', { name: /生成 2 个货品/ });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  paste('6901234567892\nSUP-1');
  await userEvent.click(screen.getByRole('button', { name: /生成 2 个货品/ }));
  await waitFor(() => expect(desk.calls(initSpuCall.path)).toHaveLength(1));
  expect(desk.calls(initSpuCall.path)[0]?.input).toEqual({
    items: [
      {
        spu_id: 6,
        cells: [
          { color_value_id: 11, size_id: 22, barcode: '6901234567892' },
          { color_value_id: 12, size_id: 22, barcode: 'SUP-1' },
        ],
      },
    ],
  });
});

it('of a copy begins with the colours and sizes of its model; arrows walk the cells, a name ticks a whole row', async () => {
  const desk = bench();
  desk.on(styleGridCall.path, {
    result: {
      list: [
        gridOf(5, [
          [11, 21],
          [12, 22],
        ]),
      ],
    },
  });
  renderDesk(<PieceMatrix style={style} like={5} onDone={() => undefined} />, {
    bench: desk,
    at: '/shops/newShop?id=6',
    keys,
  });
  const first = await screen.findByRole('checkbox', { name: '黑 S' });
  expect(
    [first, screen.getByRole('checkbox', { name: '白 M' })].map((one) => (one as HTMLInputElement).checked),
  ).toEqual([true, true]);
  first.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('白 S');
  await userEvent.click(screen.getByRole('button', { name: '白' }));
  expect(screen.getByRole('button', { name: /生成 3 个货品/ })).toBeTruthy();
});

it('answers a tick in 40 colours of 20 sizes by drawing one row again', async () => {
  const desk = bench();
  const side = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: from + n, name: `N${from + n}` }));
  const [colors, sizes] = [side(1000, 40), side(2000, 20)];
  desk.on(callsOf(size).list.path, { result: { list: sizes, total: 20, capped: false } });
  desk.on(styleGridCall.path, { result: { list: [{ ...gridOf(6, [[1000, 2000]]), colors, sizes }] } });
  renderDesk(<PieceMatrix style={style} onDone={() => undefined} />, { bench: desk, at: '/shops/newShop?id=6', keys });
  // Asked for by their names: looking for roles among 800 inputs takes jsdom seconds.
  const cell = await screen.findByLabelText('N1001 N2003');
  const other = screen.getByLabelText('N1002 N2003').closest('tr');
  const drawn: Node[] = [];
  const seen = new MutationObserver((changes) => drawn.push(...changes.map(({ target }) => target)));
  seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  fireEvent.click(cell);
  await waitFor(() => expect(screen.getByText('生成 1 个货品并启用')).toBeTruthy());
  seen.disconnect();
  expect((cell as HTMLInputElement).checked).toBe(true);
  expect(drawn.some((node) => cell.closest('section')?.contains(node))).toBe(true);
  expect(drawn.some((node) => other?.contains(node))).toBe(false);
});
