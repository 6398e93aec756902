// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { TemplateForm } from './template-form.tsx';

beforeAll(() => {
  // jsdom captures no pointers.
  Element.prototype.setPointerCapture ??= () => undefined;
});

const calls = callsOf(tagTemplate);
const element = { type: 'text', text: null, w: 200, h: 50, size_pt: 9, align: 'left', bold: false, strike: false };
const record = {
  id: 8,
  version: 3,
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
  lines: [
    { ...element, id: 1, field: 'name', x: 100, y: 100 },
    { ...element, id: 2, field: 'barcode', type: 'barcode', x: 10, y: 200, w: 450, h: 80 },
  ],
  audit: [],
  allowed: { transitions: [], edit: true },
};

async function open() {
  const bench = createBench();
  bench.on(calls.detail.path, { result: record });
  bench.on(calls.edit.path, { result: { id: 8, version: 4, no: null } });
  renderDesk(<TemplateForm id={8} />, { bench, at: '/systemSet/priceTag?id=8' });
  const name = await screen.findByRole('button', { name: '1 文字 品名' });
  const saved = async () => {
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(bench.calls(calls.edit.path)).toHaveLength(1));
    return bench.calls(calls.edit.path)[0]?.input.line_changes;
  };
  return { name, saved };
}

it('nudges by keys, keeps to the paper, and sends the one line that was moved', async () => {
  const { name, saved } = await open();
  name.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(await saved()).toMatchObject({ put: [{ id: 1, x: 0, y: 105, w: 205, h: 50 }], remove: [] });
});

it('drags by half millimetres', async () => {
  const { name, saved } = await open();
  // Sixty millimetres are 600 pixels: ten of them are one.
  fireEvent.pointerDown(name, { button: 0, clientX: 0, clientY: 0, pointerId: 1 });
  fireEvent.pointerMove(name, { clientX: 52, clientY: -21, pointerId: 1 });
  fireEvent.pointerUp(name, { pointerId: 1 });
  fireEvent.pointerMove(name, { clientX: 300, clientY: 300, pointerId: 1 });
  expect(await saved()).toMatchObject({ put: [{ id: 1, x: 150, y: 80 }] });
});

it('adds what is pressed under the others, and takes away what is chosen', async () => {
  const { name, saved } = await open();
  name.focus();
  await userEvent.keyboard('{Delete}');
  await userEvent.click(screen.getByRole('button', { name: '+ 现售价' }));
  expect(await screen.findByRole('button', { name: '2 文字 现售价', pressed: true })).toBeDefined();
  expect(await saved()).toMatchObject({
    put: [{ type: 'text', field: 'sale_price', x: 10, y: 290, w: 250, h: 60 }],
    remove: [1],
  });
});
