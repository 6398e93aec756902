// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { keepList, keptList } from '#contract/kit/kept-list.ts';
import { limits } from '#contract/kit/limits.ts';
import { useList } from '#src/engine/list/use-list.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { useNotices } from '../../notice.ts';
import { renderDesk } from '../test-bench.tsx';
import { FilterBar } from './filter-bar.tsx';

const list = '/v1/Inventory/adjustList';
const kept = { list: 'abcdefghijklmnopqrstuv' };
const many = (count: number) => Array.from({ length: count }, (_, at) => `TZ${at}`);

beforeAll(() => Promise.all([import('../paste/paste-box.tsx'), import('../kinds/calendar.tsx')]));

function show(bench: Bench, at = '/') {
  bench.on(list, { result: { list: [], total: 0, capped: false } });
  function Page() {
    const { state, change } = useList(stockAdjustment);
    return <FilterBar definition={stockAdjustment} state={state} onAsk={change} names={['adjust_no']} />;
  }
  return renderDesk(<Page />, { bench, at });
}

const paste = (text: string) =>
  fireEvent.paste(screen.getByLabelText('调整单号'), { clipboardData: { getData: () => text } });
const asked = (bench: Bench) => bench.calls(list).at(-1)?.input['adjust_no'];
const press = (words: string) => userEvent.click(screen.getByText(words));

it('takes several pasted numbers in one filter, without blanks and repeats', async () => {
  const bench = createBench();
  show(bench);
  paste('TZ1\r\n\r\n TZ2 \tTZ1\n');
  await screen.findByText('已输入 2 个');
  await press('查询');
  await waitFor(() => expect(asked(bench)).toEqual(['TZ1', 'TZ2']));
});

it('leaves one number with a line break behind it to the input, where a part of a number is typed', async () => {
  show(createBench());
  expect(paste('TZ1\n')).toBe(true);
  expect(screen.queryByText(/已输入/)).toBeNull();
});

it('cuts at the cap with the words of the specification', async () => {
  show(createBench());
  paste(many(limits.pastedEntries + 1).join('\n'));
  await screen.findByText('已输入 5,000 个');
  expect(useNotices.getState().toasts).toMatchObject([{ text: '一次最多输入5000个' }]);
});

it('keeps a long list on the server: address and question hold its id', async () => {
  const bench = createBench();
  bench.on(keepList.path, { result: kept });
  const { router } = show(bench);
  paste(many(300).join('\n'));
  await screen.findByText('已输入 300 个');
  await press('查询');
  await waitFor(() => expect(asked(bench)).toEqual(kept));
  expect(bench.calls(keepList.path)[0]?.input).toEqual({ texts: many(300) });
  expect(router.state.location.search.length).toBeLessThan(100);
  await screen.findByText('已输入 300 个');
  expect(bench.calls(keptList.path)).toEqual([]);
});

it('opens a link to a kept list with its entries, and asks by its id', async () => {
  const bench = createBench();
  bench.on(keptList.path, { result: { texts: many(30) } });
  show(bench, `/?adjust_no=${encodeURIComponent(JSON.stringify(kept))}`);
  await screen.findByText('已输入 30 个');
  expect(asked(bench)).toEqual(kept);
  await press('查询');
  expect(asked(bench)).toEqual(kept);
  expect(bench.calls(keepList.path)).toEqual([]);
});

it('asks nothing when a long list could not be kept, and says why', async () => {
  const bench = createBench();
  bench.on(keepList.path, { code: 5003, msg: '系统繁忙，请稍后再试' });
  show(bench);
  paste(many(30).join('\n'));
  await screen.findByText('已输入 30 个');
  await press('查询');
  await waitFor(() => expect(useNotices.getState().toasts.at(-1)).toMatchObject({ text: '系统繁忙，请稍后再试' }));
  expect(asked(bench)).toBeUndefined();
});
