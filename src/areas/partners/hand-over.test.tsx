// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { handOverCall } from '#contract/areas/partners/hand-over.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './hand-over.tsx';

function open() {
  const bench = createBench();
  bench.on('/v1/purchaser/options', ({ ids }) => ({
    result: {
      list: (ids ? (ids as number[]) : [4, 7]).map((id) => ({ id, title: id === 4 ? '许明远' : '沈若兰', hint: null })),
    },
  }));
  renderDesk(<Screen />, { bench, at: '/basicbox/editCgs?ids=4', keys: [handOverCall.access] });
  return bench;
}

const choose = async (name: string) => {
  await userEvent.click(await screen.findByLabelText(/接收人/));
  const offered = await waitFor(() => {
    const entries = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
    const found = entries.find((entry) => entry.textContent?.includes(name));
    if (!found) throw new Error(`${name} is not offered`);
    return found;
  });
  await userEvent.click(offered);
};
const handOver = () => userEvent.click(screen.getByRole('button', { name: /移 ?交$/ }));

it('sends nothing without a receiver, and nothing to whom it comes from', async () => {
  const bench = open();
  await screen.findByText('许明远');
  await handOver();
  await screen.findByText('接收人不能为空');
  await choose('许明远');
  await handOver();
  await screen.findByText('接收人不能是移交人自己');
  expect(bench.calls(handOverCall.path)).toHaveLength(0);
});

it('sends who hands over what to whom, offers only who is in use, and tells what was moved', async () => {
  const bench = open();
  bench.on(handOverCall.path, {
    result: { moved_count: 3, moved: { suppliers: 2, brands: 1, categories: 0 } },
  });
  await choose('沈若兰');
  expect(bench.calls('/v1/purchaser/options').map(({ input }) => input)).toContainEqual(
    expect.objectContaining({ status: [1] }),
  );
  await userEvent.click(screen.getByLabelText(/移交分类/));
  await handOver();
  await screen.findByText('已移交供应商 2 家、品牌 1 个、分类 0 个');
  await waitFor(() => expect(bench.calls(handOverCall.path)).toHaveLength(1));
  expect(bench.calls(handOverCall.path)[0]?.input).toEqual({
    from_ids: [4],
    to_id: 7,
    move: { suppliers: true, brands: true, categories: false },
  });
});
