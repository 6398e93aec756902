// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import {
  type OwnViews,
  removeViewCall,
  type SavedView,
  saveViewCall,
  setDefaultViewCall,
  shareViewCall,
  viewRolesCall,
  viewsCall,
} from '#contract/areas/me/list-views.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { chooseColumns, keepOwnViews, takeViews, useOwnViews } from '#src/engine/own-views.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { renderDesk } from '../test-bench.tsx';
import { ListPage } from './list-page.tsx';

const listPath = '/v1/Inventory/adjustList';
const list = stockAdjustment.name;
const view: SavedView = {
  id: 5,
  list,
  name: '待审',
  version: 1,
  owner: null,
  roles: [],
  filters: { status: [1] },
  keyword: '',
  sort: '-posted_at',
  columns: { order: [], hidden: ['reason'], widths: {} },
};
const shared: SavedView = { ...view, id: 6, name: '大家的', owner: '主管', filters: {}, sort: '' };
const first = { columns: null, default_view: 5, version: 1 };
let bench: Bench;
let own: OwnViews;

beforeEach(() => {
  localStorage.clear();
  bench = createBench();
  own = { views: [view, shared], tables: {}, may_share: true };
  bench.on(listPath, { result: { list: [{ id: 8, adjust_no: 'TZ8', status: 1 }], total: 1, capped: false } });
  bench.on(viewsCall.path, () => ({ result: own }));
  keepOwnViews(createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null }));
  useOwnViews.setState({ own, unsent: [], drafts: {}, awaited: false, absent: [] });
});

const show = (at = '/list') => renderDesk(<ListPage definition={stockAdjustment} />, { bench, at });
const asked = () => bench.calls(listPath).map(({ input: { page: _page, page_size: _size, ...rest } }) => rest);
const button = async (name: RegExp | string) => await screen.findByRole('button', { name });
const press = async (name: RegExp | string) => await userEvent.click(await button(name));
const headers = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

it('opens with the view that its person has chosen, without a question for anything else', async () => {
  own = { ...own, tables: { [list]: first } };
  takeViews(own);
  show();
  await screen.findByText('TZ8');
  await button(/^视图：待审 ▾$/);
  expect(new Set(asked().map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ status: [1], sort: '-posted_at' })]),
  );
  expect(headers()).not.toContain('调整原因');
});

it('asks nothing until it is known what it opens with', async () => {
  useOwnViews.setState({ awaited: true });
  show();
  await screen.findByRole('status', { name: '加载中...' });
  expect(asked()).toEqual([]);
  takeViews({ ...own, tables: { [list]: first } });
  await screen.findByText('TZ8');
  expect(asked()[0]).toEqual({ status: [1], sort: '-posted_at' });
});

it('a link that asks for something is not answered with somebody’s own view', async () => {
  takeViews({ ...own, tables: { [list]: first } });
  show('/list?keyword=TZ8');
  await screen.findByText('TZ8');
  expect(asked()[0]).toEqual({ keyword: 'TZ8' });
});

it('a link to a view shows it with what differs; one that is not there is asked for once', async () => {
  own = { ...own, views: [] };
  takeViews(own);
  own = { ...own, views: [shared] };
  const { unmount } = show('/list?view=6&status=%5B3%5D');
  await button(/^视图：大家的 \*/);
  await waitFor(() => expect(asked()[0]).toEqual({ status: [3] }));
  unmount();
  bench.asked.length = 0;
  show('/list?view=77');
  await screen.findByText('TZ8');
  await button(/^视图 ▾$/);
  expect(bench.calls(viewsCall.path).length).toBeLessThanOrEqual(2);
});

it('marks a view that was altered, saves it, and goes back to the list without any', async () => {
  takeViews({ ...own, tables: { [list]: first } });
  bench.on(saveViewCall.path, ({ content }) => {
    own = { ...own, views: [{ ...view, ...(content as object), version: 2 }] };
    return { result: { id: 5, version: 2 } };
  });
  own = { ...own, tables: { [list]: first } };
  const { router } = show('/list?view=5&sort=&keyword=T');
  await screen.findByText('TZ8');
  chooseColumns(list, { order: [], hidden: [], widths: {} }, view);
  await waitFor(() => expect(headers().join()).toContain('原因'));
  await press(/^视图：待审 \*/);
  await press('保存当前视图');
  await waitFor(() => expect(bench.calls(saveViewCall.path)).toHaveLength(1));
  expect(bench.calls(saveViewCall.path)[0]?.input).toEqual({
    id: 5,
    content: { filters: { status: [1] }, keyword: 'T', sort: '', columns: { order: [], hidden: [], widths: {} } },
  });
  await button(/^视图：待审 ▾$/);
  expect(router.state.location.search).toBe('?view=5');
  await press(/^视图：待审/);
  await press('恢复默认');
  await waitFor(() => expect(router.state.location.search).toBe('?view=0'));
  await waitFor(() => expect(asked().at(-1)).toEqual({}));
});

it('saves what is shown under a name, as the first thing of the list, for a role; and says why it could not', async () => {
  bench.on(saveViewCall.path, { code: 4013, msg: '已有同名的视图', field: 'name' });
  const { router } = show('/list?keyword=T');
  await press(/^视图 ▾$/);
  await press('另存为');
  await userEvent.type(await screen.findByRole('textbox', { name: '视图名称' }), '我的单{Enter}');
  await waitFor(() => expect(bench.calls(saveViewCall.path)).toHaveLength(1));
  expect(router.state.location.search).toBe('?keyword=T');
  bench.on(saveViewCall.path, ({ name, content }) => {
    own = { ...own, views: [...own.views, { ...view, ...(content as object), id: 9, name: String(name) }] };
    return { result: { id: 9, version: 1 } };
  });
  await press('另存为');
  await waitFor(() => expect(router.state.location.search).toBe('?view=9'));
  expect(bench.calls(saveViewCall.path)[1]?.input).toMatchObject({
    list,
    name: '我的单',
    content: { keyword: 'T', filters: {}, sort: '' },
  });
  bench.on(setDefaultViewCall.path, { result: { version: 1 } });
  await press(/^视图：我的单/);
  await press('设为默认');
  await waitFor(() => expect(bench.calls(setDefaultViewCall.path)[0]?.input).toEqual({ list, view: 9 }));
  bench.on(viewRolesCall.path, { result: { list: [{ id: 3, name: '仓管员' }] } });
  bench.on(shareViewCall.path, { result: { id: 9, version: 2 } });
  await press(/^视图：我的单/);
  await press('共享给角色');
  await userEvent.click(await screen.findByRole('combobox', { name: '共享给角色' }));
  await userEvent.click(await screen.findByTitle('仓管员'));
  await press('确认');
  await waitFor(() => expect(bench.calls(shareViewCall.path)[0]?.input).toEqual({ id: 9, role_ids: [3] }));
});

it('offers no change of a view that is somebody else’s', async () => {
  show('/list?view=6');
  await press(/^视图：大家的/);
  const others = await screen.findByRole('region', { name: '共享视图' });
  within(others).getByText('主管');
  for (const name of ['保存当前视图', '重命名', '删除', '共享给角色'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await button('另存为');
  expect(bench.calls(removeViewCall.path)).toEqual([]);
});
