// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { readyPinyin } from '#src/engine/answers-to.ts';
import { useList } from '#src/engine/list/use-list.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { renderDesk } from '../test-bench.tsx';

const list = '/v1/Inventory/adjustList';
const warehouses = [
  { id: 1, title: '上海仓', hint: 'W1' },
  { id: 2, title: '北京仓', hint: 'W2' },
];

function show(name: 'warehouse_id' | 'adjust_type'): Bench {
  const bench = createBench();
  bench.on(list, { result: { list: [], total: 0, capped: false } });
  // A server knows names and codes, and no pinyin.
  bench.on('/v1/warehouse/options', ({ keyword }) => ({
    result: { list: warehouses.filter(({ title, hint }) => `${title} ${hint}`.includes(String(keyword ?? ''))) },
  }));
  function Page() {
    const { state, change } = useList(stockAdjustment);
    return <FilterBar definition={stockAdjustment} state={state} onAsk={change} names={[name]} />;
  }
  renderDesk(<Page />, { bench });
  return bench;
}

// The select reads the number of the key.
function enter(input: HTMLElement): void {
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  fireEvent.keyUp(input, { key: 'Enter', keyCode: 13 });
}

const asked = (bench: Bench, name: string) => bench.calls(list).at(-1)?.input[name];

it.each([
  ['part of the name', '京', [2]],
  ['pinyin', 'beijing', [2]],
  ['initials', 'shc', [1]],
])('Enter picks the record that answers to %s, the text goes, and the next Enter asks', async (_what, typed, ids) => {
  const bench = show('warehouse_id');
  const input = screen.getByLabelText<HTMLInputElement>('仓库');
  await userEvent.type(input, typed);
  await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1));
  enter(input);
  await waitFor(() => expect(input.value).toBe(''));
  expect(asked(bench, 'warehouse_id')).toBeUndefined();
  expect(input.getAttribute('aria-expanded')).toBe('false');
  enter(input);
  await waitFor(() => expect(asked(bench, 'warehouse_id')).toEqual(ids));
});

it.each([
  ['part of the words', '报溢', [1]],
  ['pinyin', 'baosun', [2]],
  ['initials', 'lyck', [5]],
])('so it does with codes, by %s', async (_what, typed, codes) => {
  await readyPinyin();
  const bench = show('adjust_type');
  const input = screen.getByLabelText<HTMLInputElement>('调整类型');
  await userEvent.type(input, typed);
  enter(input);
  expect(input.value).toBe('');
  enter(input);
  await waitFor(() => expect(asked(bench, 'adjust_type')).toEqual(codes));
});
