// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import type { Option } from '#contract/kit/calls.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { Chooser } from './chooser.tsx';

const option = (id: number, title: string, hint: string | null = null): Option => ({ id, title, hint });
const path = '/v1/goods/skuOptions';

/** A server that answers each keyword with its own options, and nothing typed with the first of the catalogue. */
function serverOf(answers: Readonly<Record<string, readonly Option[]>>): Bench {
  const bench = createBench();
  bench.on(path, ({ keyword }) => ({
    result: { list: keyword === undefined ? [option(1, 'A0')] : (answers[String(keyword)] ?? []) },
  }));
  return bench;
}

/** Shows a chooser whose list of everything is open. */
async function show(
  bench: Bench,
  { many = false, chosen = [] as readonly Option[] } = {},
): Promise<{ heard: number[][]; field: HTMLInputElement }> {
  const heard: number[][] = [];
  function Field() {
    const [picked, setPicked] = useState(chosen);
    return (
      <Chooser
        id="probe"
        label="货品"
        definition={sku}
        ids={picked.map(({ id }) => id)}
        known={picked}
        many={many}
        onPick={(options) => {
          heard.push(options.map(({ id }) => id));
          setPicked(options);
        }}
      />
    );
  }
  renderDesk(<Field />, { bench });
  const field = await screen.findByLabelText<HTMLInputElement>('货品');
  await userEvent.click(field);
  await screen.findByTitle('A0');
  return { heard, field };
}

/** All keys of a gun at once: no timer and no answer comes between them. */
function scan(field: HTMLInputElement, code: string): void {
  fireEvent.change(field, { target: { value: code } });
  press(field, 'Enter', 13);
}

function press(field: HTMLInputElement, key: string, keyCode: number): void {
  fireEvent.keyDown(field, { key, keyCode });
  fireEvent.keyUp(field, { key, keyCode });
}

const isOpen = (field: HTMLInputElement): boolean => field.getAttribute('aria-expanded') === 'true';

it('offers nothing of the question before while another is on its way', async () => {
  const { field } = await show(serverOf({ B: [option(2, 'B0')] }));
  fireEvent.change(field, { target: { value: 'B' } });
  expect(screen.queryByTitle('A0')).toBeNull();
  await screen.findByTitle('B0');
});

it('takes what answers the typed text when Enter comes before the answer, and closes', async () => {
  const { heard, field } = await show(serverOf({ B: [option(2, 'B0')] }));
  scan(field, 'B');
  await waitFor(() => expect(heard).toEqual([[2]]));
  await waitFor(() => expect(isOpen(field)).toBe(false));
  expect(field.value).toBe('');
});

it('chooses nothing when Tab comes before the answer', async () => {
  const { heard, field } = await show(serverOf({ B: [option(2, 'B0')] }));
  fireEvent.change(field, { target: { value: 'B' } });
  press(field, 'Tab', 9);
  expect(heard).toEqual([]);
});

it.each([
  ['title', option(3, 'B'), [option(2, 'B0'), option(3, 'B')]],
  ['second line', option(3, 'C0', 'B'), [option(2, 'B0'), option(3, 'C0', 'B')]],
])('takes the one whose %s is the scanned text among several', async (_where, { id }, list) => {
  const { heard, field } = await show(serverOf({ B: list }));
  scan(field, 'B');
  await waitFor(() => expect(heard).toEqual([[id]]));
});

it('leaves several to the person, and the next scan takes the place of this one', async () => {
  const { heard, field } = await show(serverOf({ B: [option(2, 'B0'), option(3, 'B1')] }));
  scan(field, 'B');
  await screen.findByTitle('B0');
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toMatch(/_0$/));
  expect(isOpen(field)).toBe(true);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 1]);
  press(field, 'Enter', 13);
  // The one choice is that of the second Enter, of what is in view.
  await waitFor(() => expect(heard).toEqual([[2]]));
});

it('stays open, with the words, when nothing answers or the line is cut', async () => {
  const bench = serverOf({});
  const { heard, field } = await show(bench);
  scan(field, 'B');
  await screen.findByText('暂无数据');
  bench.on(path, 'cut');
  scan(field, 'C');
  await screen.findByText('加载失败');
  expect(isOpen(field)).toBe(true);
  expect(heard).toEqual([]);
});

it('forgets the Enter of a text that was typed on', async () => {
  const { heard, field } = await show(serverOf({ B: [option(2, 'B0')], BC: [option(3, 'BC')] }));
  scan(field, 'B');
  fireEvent.change(field, { target: { value: 'BC' } });
  await screen.findByTitle('BC');
  expect(heard).toEqual([]);
});

it('forgets it when the list is closed', async () => {
  const bench = serverOf({ B: [option(2, 'B0')] });
  const { heard, field } = await show(bench, { many: true });
  scan(field, 'B');
  press(field, 'Escape', 27);
  await waitFor(() => expect(isOpen(field)).toBe(false));
  press(field, 'ArrowDown', 40);
  await screen.findByTitle('B0');
  expect(heard).toEqual([]);
});

it('of several adds scan after scan, and takes away none that is chosen', async () => {
  const { heard, field } = await show(serverOf({ B: [option(2, 'B0')], C: [option(3, 'C0')] }), {
    many: true,
    chosen: [option(2, 'B0')],
  });
  scan(field, 'B');
  await waitFor(() => expect(field.value).toBe(''));
  scan(field, 'C');
  await waitFor(() => expect(heard).toEqual([[2, 3]]));
});

it('leaves Tab and Enter on an open list alone while nothing is typed and nothing was pointed at', async () => {
  const { heard, field } = await show(serverOf({}));
  press(field, 'Enter', 13);
  await userEvent.click(field);
  press(field, 'Tab', 9);
  expect(heard).toEqual([]);
  await userEvent.click(field);
  press(field, 'ArrowDown', 40);
  press(field, 'Enter', 13);
  expect(heard).toEqual([[1]]);
});
