// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '#src/kit/notice.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { groupOf, litEntry } from '../menu/menu-tree.ts';
import { noSecondWords } from '../menu/second-application.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { Menu } from './menu.tsx';
import { toggleMenu, useMenuOpen } from './menu-open.ts';
import { useReloads } from './reload.ts';

const brands: MenuEntry = {
  id: 2,
  name: '品牌列表',
  mark: '',
  icon: null,
  path: '/shops/addBrands',
  jump: false,
  children: [],
};
const units: MenuEntry = {
  id: 3,
  name: '计量单位',
  mark: '',
  icon: null,
  path: '/shops/addUnit',
  jump: false,
  children: [],
};
const second: MenuEntry = {
  id: 4,
  name: '第二代',
  mark: '第',
  icon: null,
  path: '/second/home',
  jump: true,
  children: [],
};
const entries: MenuEntry[] = [
  { id: 1, name: '商品管理', mark: '商', icon: null, path: null, jump: false, children: [brands, units] },
  second,
];

const seen = vi.fn<(this: Element) => void>();
Element.prototype.scrollIntoView = function seenInto(this: Element) {
  seen.call(this);
};

afterEach(() => {
  cleanup();
  seen.mockClear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  useTabs.setState({ current: '', unsaved: [], released: null });
  useMenuOpen.setState({ closed: false, groups: [], drawer: false });
});

it('opens the group of the current screen and lights its entry', () => {
  open('/shops/addUnit');
  expect(screen.getByRole('button', { name: '商品管理' }).getAttribute('aria-expanded')).toBe('true');
  const entry = screen.getByRole('link', { current: 'page' });
  expect(entry.textContent).toBe('计量单位');
  expect(seen.mock.contexts.at(-1)).toBe(entry);
});

it('goes to another entry', async () => {
  const router = open('/shops/addUnit');
  await userEvent.click(await screen.findByRole('link', { name: '品牌列表' }));
  expect(router.state.location.pathname).toBe('/shops/addBrands');
});

it('reloads the screen when its own entry is clicked, without its query', async () => {
  const router = open('/shops/addUnit?page=3');
  const before = useReloads.getState().count;
  await userEvent.click(await screen.findByRole('link', { name: '计量单位' }));
  expect(useReloads.getState().count).toBe(before + 1);
  expect(router.state.location).toMatchObject({ pathname: '/shops/addUnit', search: '' });
});

it('asks before that loses what is unsaved on it', async () => {
  open('/shops/addUnit');
  useTabs.setState({ current: '/shops/addUnit', unsaved: ['/shops/addUnit'] });
  const before = useReloads.getState().count;
  for (const agreed of [false, true]) {
    await userEvent.click(await screen.findByRole('link', { name: '计量单位' }));
    const [question] = useNotices.getState().dialogs;
    expect(question?.text).toBe('离开后，未保存的修改会丢失。');
    expect(useReloads.getState().count).toBe(before);
    await act(async () => question?.answer(agreed));
  }
  expect(useReloads.getState().count).toBe(before + 1);
  // What is typed after it is guarded again.
  expect(useTabs.getState().released).toBeNull();
});

describe('an entry of the second-generation application', () => {
  const told = (config: object) => vi.stubGlobal('fetch', async () => Response.json(config));

  it.each([{}, { ev2: '' }, { ev2: '//elsewhere.example' }, { ev2: 'javascript:alert(1)' }])(
    'says so where its address is %o',
    async (config) => {
      told(config);
      const router = open('/shops/addUnit');
      const button = await screen.findByRole('button', { name: '第二代' });
      await waitFor(() => expect(button).toHaveProperty('disabled', false));
      await userEvent.click(button);
      const [notice] = useNotices.getState().dialogs;
      expect(notice?.text).toBe(noSecondWords);
      await act(async () => notice?.answer(true));
      expect(router.state.location.pathname).toBe('/shops/addUnit');
    },
  );

  it.each([
    ['https://second.example/', 'https://second.example/second/home'],
    ['/ev2', '/ev2/second/home'],
  ])('is a full load at %s', async (ev2, address) => {
    told({ ev2 });
    const router = open('/shops/addUnit');
    const link = await screen.findByRole('link', { name: '第二代' });
    // jsdom loads no pages; what matters is that nobody took the click away from it.
    link.addEventListener('click', (event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault();
    });
    fireEvent.click(link);
    expect(link.getAttribute('href')).toBe(address);
    expect(router.state.location.pathname).toBe('/shops/addUnit');
  });

  it('is never the lit one, though a screen of ours has its path', () => {
    const own = { ...brands, path: second.path };
    expect(litEntry('/second/home', { rows: [], menu: [second, own] })).toBe(own);
  });
});

it('opens and closes all groups at once, and keeps it for the tab', async () => {
  open('/other');
  const [all, none] = ['全部展开', '全部收起'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  expect([all?.disabled, none?.disabled]).toEqual([false, true]);
  await userEvent.click(all as HTMLElement);
  expect(screen.getByRole('link', { name: '品牌列表' })).toBeTruthy();
  expect(sessionStorage.getItem('menu-groups')).toBe('商品管理');
  await userEvent.click(none as HTMLElement);
  expect(screen.queryByRole('link', { name: '品牌列表' })).toBeNull();
  expect(sessionStorage.getItem('menu-groups')).toBe('');
});

it('keeps what is open for the tab', async () => {
  open('/other');
  await userEvent.click(await screen.findByRole('button', { name: '商品管理' }));
  toggleMenu(false);
  expect(sessionStorage.getItem('menu-groups')).toBe('商品管理');
  expect(sessionStorage.getItem('menu-closed')).toBe('1');
});

function open(address: string) {
  const path = address.split('?')[0] ?? '';
  const lit = litEntry(path, { rows: [], menu: entries });
  const element = <Menu entries={entries} lit={lit} group={groupOf(lit, entries)} closed={false} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
