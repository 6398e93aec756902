// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { unit } from '#contract/areas/goods/unit.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { Chooser } from './chooser.tsx';

const titles: Readonly<Record<number, string>> = { 3: '件', 4: '双', 5: '箱' };
const listOf = (ids: readonly number[]) => ids.map((id) => ({ id, title: titles[id] ?? '', hint: null }));

/** A server that offers 箱 and knows the titles of `known`; of no id while the line of that question is cut. */
function serverOf(known: readonly number[] | 'cut'): Bench {
  const bench = createBench();
  bench.on('/v1/unit/getAll', ({ ids }) => {
    if (!Array.isArray(ids)) return { result: { list: listOf([5]) } };
    return known === 'cut' ? 'cut' : { result: { list: listOf(known.filter((id) => ids.includes(id))) } };
  });
  return bench;
}

function show(bench: Bench, chosen: readonly number[]): { heard: number[][]; ask(): Promise<void> } {
  const heard: number[][] = [];
  function Field() {
    const [ids, setIds] = useState(chosen);
    return (
      <Chooser
        id="probe"
        label="单位"
        definition={unit}
        ids={ids}
        known={[]}
        many
        onPick={(options) => {
          heard.push(options.map((option) => option.id));
          setIds(options.map((option) => option.id));
        }}
      />
    );
  }
  renderDesk(<Field />, { bench });
  return { heard, ask: async () => userEvent.click(await screen.findByLabelText('单位')) };
}

const idsAsked = (bench: Bench) =>
  bench.calls('/v1/unit/getAll').flatMap(({ input }) => (input.ids ? [input.ids] : []));

it('keeps the ids whose titles nobody could tell when one more is chosen', async () => {
  const bench = serverOf([3]);
  const { heard, ask } = show(bench, [3, 4]);
  await waitFor(() => expect(idsAsked(bench)).toEqual([[3, 4]]));
  await ask();
  await userEvent.click(await screen.findByTitle('箱'));
  expect(heard).toEqual([[3, 4, 5]]);
});

it('keeps them while the line is cut, and asks for their titles again', async () => {
  const bench = serverOf('cut');
  const { heard, ask } = show(bench, [3, 4]);
  await waitFor(() => expect(idsAsked(bench)).toEqual([[3, 4]]));
  await ask();
  await userEvent.click(await screen.findByTitle('箱'));
  expect(heard).toEqual([[3, 4, 5]]);
  // The network is back.
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
  await waitFor(() =>
    expect(idsAsked(bench)).toEqual([
      [3, 4],
      [3, 4],
    ]),
  );
});
