// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { catalogue } from '#contract/kit/errors.ts';

import { useDetail } from '#src/engine/detail/use-detail.ts';
import { setPlaces } from '#src/engine/places.ts';
import { type Bench, createBench, type Reply } from '#src/engine/test-bench.tsx';
import { DetailPage } from '../detail/detail-page.tsx';
import { FormPage } from '../form-page.tsx';
import { MissingPage } from '../missing-page.tsx';
import { renderDesk } from '../test-bench.tsx';
import { ListPage } from './list-page.tsx';

const staleWords = '没有刷新成功，以下是此前的数据';
const record = {
  id: 8,
  version: 1,
  status: 1,
  adjust_no: 'TZ8',
  lines: [],
  allowed: { transitions: ['audit'], edit: true },
  audit: [],
};
const ending: [string, Reply, string][] = [
  ['the right is taken away', { code: 4003, msg: '没有操作权限', http: 403 }, '没有操作权限'],
  ['it leaves the scope', { code: 4004, msg: '数据不存在或已被删除' }, '数据不存在或已被删除'],
];
const passing: [string, Reply, string][] = [
  ['the server fails', { code: 5000, msg: '', http: 500 }, catalogue.internal.words],
  ['the line is cut', 'cut', '当前离线'],
];

async function openList(): Promise<Bench> {
  return (await openedList()).bench;
}

async function openedList() {
  const bench = createBench();
  const answers = { result: { list: [{ id: 1, version: 1, name: '安踏', status: 1 }], total: 1, capped: false } };
  bench.on('/v1/brand/list', answers);
  const { router } = renderDesk(<ListPage definition={brand} />, { bench });
  await screen.findByText('安踏');
  return { bench, router };
}

describe('a list that is read again', () => {
  it.each(passing)(
    'keeps its rows when %s, says so, and no longer once it has succeeded',
    async (_when, reply, words) => {
      const bench = await openList();
      bench.on('/v1/brand/list', reply);
      await userEvent.click(await screen.findByRole('button', { name: '刷新' }));
      expect((await screen.findByText(new RegExp(staleWords))).textContent).toContain(words);
      expect(screen.getByText('安踏')).toBeDefined();
      bench.on('/v1/brand/list', {
        result: { list: [{ id: 1, version: 2, name: '特步', status: 1 }], total: 1, capped: false },
      });
      await userEvent.click(await screen.findByRole('button', { name: '重试' }));
      await screen.findByText('特步');
      await waitFor(() => expect(screen.queryByText(new RegExp(staleWords))).toBeNull());
    },
  );

  it.each(ending)('shows nothing of before when %s', async (_when, reply, words) => {
    const bench = await openList();
    bench.on('/v1/brand/list', reply);
    await userEvent.click(await screen.findByRole('button', { name: '刷新' }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.queryByText('安踏')).toBeNull();
  });
});

describe('a page of one record that is not there', () => {
  const ways = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

  it.each([
    ['its address names none', <MissingPage key="none" title="盘点单详情" />],
    ['it is deleted or out of reach', <DetailPage key="gone" definition={stockAdjustment} id={404} />],
    ['it is edited and gone', <FormPage key="form" definition={brand} id={404} listAt="/shops/addBrands" />],
  ])('says 暂无内容 and leads back when %s', async (_when, page) => {
    setPlaces({ mayOpen: () => true, chainOf: (path) => [path, '/storage/stockAdjustmentList'] });
    renderDesk(page, { bench: createBench() });
    const face = await screen.findByText('暂无内容');
    expect(face.closest('[role=alert]')?.textContent).toBe(`暂无内容${catalogue.notFound.words}`);
    expect(ways()).toEqual([
      ['返回列表', '/storage/stockAdjustmentList'],
      ['返回首页', '/dashboard/index'],
    ]);
    setPlaces({ mayOpen: () => true, chainOf: (path) => [path] });
  });

  it('leads home alone where there is no list above it', async () => {
    renderDesk(<MissingPage title="盘点单详情" />, { bench: createBench() });
    await screen.findByText('暂无内容');
    expect(ways()).toEqual([['返回首页', '/dashboard/index']]);
  });
});

describe('a list asked otherwise', () => {
  it('shows the refusal instead of rows of another question, and lets the question be put differently', async () => {
    const bench = await openList();
    bench.on('/v1/brand/list', { code: 4001, msg: '查询时间过长，请缩小范围' });
    await userEvent.type(await screen.findByRole('textbox', { name: '品牌名称' }), '安{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('查询时间过长，请缩小范围');
    expect(screen.queryByText('安踏')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: '重置' }));
    await screen.findByText('安踏');
    expect(screen.queryByRole('alert')).toBeNull();
    // The list of everything stands under no words.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '品牌名称' }).value).toBe('');
  });

  it('shows the words of its question after the way back, not those typed before it', async () => {
    const { router } = await openedList();
    const keyword = () => screen.getByRole<HTMLInputElement>('textbox', { name: '关键字' });
    await userEvent.type(keyword(), '李{Enter}');
    await waitFor(() => expect(router.state.location.search).not.toBe(''));
    await act(() => router.navigate('/'));
    await waitFor(() => expect(keyword().value).toBe(''));
  });

  it('has 重置 take back what was typed and never asked', async () => {
    await openList();
    await userEvent.type(await screen.findByRole('textbox', { name: '关键字' }), '李');
    await userEvent.click(await screen.findByRole('button', { name: '重置' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: '关键字' }).value).toBe(''));
  });

  it('offers no questions to who may not see it', async () => {
    const bench = await openList();
    bench.on('/v1/brand/list', { code: 4003, msg: '没有操作权限', http: 403 });
    await userEvent.click(await screen.findByRole('button', { name: '刷新' }));
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: '重置' })).toBeNull();
  });
});

/** The page, and what has it read again: a push, a write. */
function Detail() {
  const { reload } = useDetail(stockAdjustment, 8);
  return (
    <>
      <DetailPage definition={stockAdjustment} id={8} editAt={() => '/edit'} />
      <button type="button" onClick={reload}>
        再读
      </button>
    </>
  );
}

async function openDetail(): Promise<Bench> {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustDetail', { result: record });
  renderDesk(<Detail />, { bench });
  await screen.findByRole('button', { name: '审核' });
  return bench;
}

describe('a detail that is read again', () => {
  it.each(passing)('keeps its record when %s and says so', async (_when, reply, words) => {
    const bench = await openDetail();
    bench.on('/v1/Inventory/adjustDetail', reply);
    await userEvent.click(await screen.findByRole('button', { name: '再读' }));
    expect((await screen.findByText(new RegExp(staleWords))).textContent).toContain(words);
    expect(screen.getByRole('button', { name: '审核' })).toBeDefined();
  });

  it.each(ending)('shows neither record nor steps when %s', async (_when, reply, words) => {
    const bench = await openDetail();
    bench.on('/v1/Inventory/adjustDetail', reply);
    await userEvent.click(await screen.findByRole('button', { name: '再读' }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.queryByRole('button', { name: '审核' })).toBeNull();
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull();
    expect(screen.queryByText('TZ8')).toBeNull();
  });
});
