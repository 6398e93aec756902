// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePageName } from '#src/engine/page-context.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { useNotices } from '#src/kit/notice.ts';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { AppProvider } from '../app-context.tsx';
import { reloadScreen } from '../office/reload.ts';
import { createServices } from '../services.ts';
import { refreshSession } from '../session/sign-in-state.ts';
import { Pages } from './pages.tsx';
import { TabStrip } from './tab-strip.tsx';

// Two pages whose state is kept, as the four of purchasing will be (specification §2), and one whose state is not.
const rows: readonly RouteRow[] = [
  row('/dashboard/index', '首页', false),
  row('/buybox/one', '对账一', true),
  row('/buybox/two', '对账二', true),
  row('/buybox/plain', '普通', false),
];

const asked: string[] = [];
const running = new Set<string>();
const person = { token: 't', exp: 0, userInfo: { uid: 3, username: 'buyer', nickname: '赵' } };

// jsdom lays nothing out and has no top layer.
Element.prototype.scrollIntoView = () => {};
HTMLElement.prototype.showPopover = () => {};

beforeEach(() => {
  saveSession(person);
  refreshSession();
  asked.length = 0;
  running.clear();
});

afterEach(() => {
  cleanup();
  clearSession();
  refreshSession();
  useNotices.setState({ dialogs: [], toasts: [] });
});

describe('the focus', () => {
  it('goes to the heading of a page that comes, back to what had it there, and is taken from nobody', async () => {
    // jsdom lays nothing out: what React has hidden has no box.
    const boxes = vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function boxesOf(this: Element) {
      return (this.closest('[style*="display: none"]') ? [] : [{}]) as unknown as DOMRectList;
    });
    const router = open('/buybox/one');
    const field = screen.getByLabelText('对账一');
    field.focus();
    await act(() => router.navigate('/buybox/two'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('对账二'));
    await act(() => router.navigate('/buybox/one'));
    await waitFor(() => expect(document.activeElement).toBe(field));
    const tab = screen.getByRole('tab', { name: '对账二' });
    await userEvent.click(tab);
    await waitFor(() => expect(router.state.location.pathname).toBe('/buybox/two'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: '对账二' }));
    boxes.mockRestore();
  });
});

describe('a person who is done with a page', () => {
  it('is asked about what is unsaved on it, and finds it empty after that', async () => {
    const router = open('/buybox/plain');
    await type('普通', '草稿');
    await userEvent.click(screen.getByText('取消编辑'));
    expect(router.state.location.pathname).toBe('/buybox/plain');
    await userEvent.click(await screen.findByText('被留住'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/buybox/one'));
    expect(tabs()).toEqual(['首页', '对账一']);
    await act(() => router.navigate('/buybox/plain'));
    expect(field('普通').value).toBe('');
  });

  it.each([
    ['to a frame that keeps nothing', '/hand', false],
    ['to a page that takes its place', '/buybox/one', true],
  ])('is asked on the way %s', async (_where, address, replace) => {
    const router = open('/buybox/plain');
    await type('普通', '草稿');
    await act(() => router.navigate(address, { replace }));
    expect(screen.getByText('被留住')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/buybox/plain');
  });
});

describe('beyond ten pages', () => {
  const address = (nth: number) => `/buybox/plain?id=${nth}`;

  it('the one not looked at for longest sleeps: its address and its scroll stay, what it showed does not', async () => {
    const router = open(`${address(1)}&zone=A`);
    content().scrollTop = 240;
    fireEvent.scroll(content());
    for (let nth = 2; nth <= 10; nth += 1) await act(() => router.navigate(address(nth)));
    expect(screen.getByText('区 A')).toBeTruthy();
    await act(() => router.navigate(address(11)));
    expect(screen.queryByText('区 A')).toBeNull();
    expect(content().scrollTop).toBe(0);
    fireEvent.click(screen.getAllByRole('tab')[1] as HTMLElement);
    await screen.findByText('区 A');
    expect(router.state.location.search).toBe('?id=1&zone=A');
    expect(content().scrollTop).toBe(240);
  });

  it('nothing unsaved sleeps, nor what the specification keeps', async () => {
    const router = open('/buybox/one');
    await act(() => router.navigate(address(1)));
    await type('普通', '草稿');
    for (let nth = 2; nth <= 14; nth += 1) await act(() => router.navigate(address(nth)));
    // Ten and no more, these two among them.
    expect(document.querySelectorAll('#content input')).toHaveLength(10);
    expect(document.querySelector<HTMLInputElement>('#content [aria-label="对账一"]')).toBeTruthy();
    await act(() => router.navigate(address(1)));
    expect(field('普通').value).toBe('草稿');
  });
});

describe('the end of a session', () => {
  it.each(['/buybox/plain', '/buybox/one'])('leads from unsaved changes on %s to the sign-in page', async (address) => {
    const router = open(address);
    await type(address === '/buybox/one' ? '对账一' : '普通', '草稿');
    await act(async () => {
      clearSession();
      refreshSession();
      await router.navigate('/login/login');
    });
    expect(router.state.location.pathname).toBe('/login/login');
    expect(screen.getByText('请登录')).toBeTruthy();
  });
});

describe('a page', () => {
  it.each([
    ['对账一', '/buybox/one?id=1'],
    ['普通', '/buybox/plain?id=1'],
  ])('keeps its state while other pages are looked at: %s', async (title, address) => {
    const router = open(address);
    await type(title, '草稿');
    for (const other of ['/buybox/two', '/buybox/plain', '/dashboard/index']) await act(() => router.navigate(other));
    await act(() => router.navigate(address));
    expect(field(title).value).toBe('草稿');
  });

  it('is out of reach while another is in view', async () => {
    const router = open('/buybox/one');
    await act(() => router.navigate('/buybox/two'));
    expect(screen.queryByRole('textbox', { name: '对账一' })).toBeNull();
    expect(running).toEqual(new Set(['对账二']));
  });

  it('fetches nothing while another is in view, and what is old when it is back', async () => {
    const queries = new QueryClient();
    const router = open('/buybox/one', queries);
    await waitFor(() => expect(asked).toEqual(['对账一']));
    await act(() => router.navigate('/buybox/two'));
    await waitFor(() => expect(asked).toEqual(['对账一', '对账二']));
    await act(() => queries.invalidateQueries());
    expect(asked.slice(2)).toEqual(['对账二']);
    await act(() => router.navigate('/buybox/one'));
    await waitFor(() => expect(asked.slice(3)).toEqual(['对账一']));
  });

  it('sees its own address, never that of the page in view', async () => {
    const router = open('/buybox/one?id=1&zone=A');
    expect(screen.getByText('区 A')).toBeTruthy();
    await act(() => router.navigate('/buybox/two?id=9&zone=B'));
    expect(screen.getByText('区 A')).toBeTruthy();
    expect(screen.getByText('区 B')).toBeTruthy();
  });

  it('is asked about before its tab is closed with something unsaved', async () => {
    const router = open('/buybox/one');
    await type('对账一', '草稿');
    await act(() => router.navigate('/buybox/two'));
    fireEvent.keyDown(tab('对账一'), { key: 'Delete' });
    await answer(false);
    expect(tab('对账一')).toBeTruthy();
    fireEvent.keyDown(tab('对账一'), { key: 'Delete' });
    await answer(true);
    await waitFor(() => expect(tabs()).toEqual(['首页', '对账二']));
    await act(() => router.navigate('/buybox/one'));
    expect(field('对账一').value).toBe('');
  });

  it('in view makes room for the page looked at before when it is closed', async () => {
    const router = open('/buybox/two');
    await act(() => router.navigate('/buybox/one'));
    await type('对账一', '草稿');
    fireEvent.keyDown(tab('对账一'), { key: 'Delete' });
    await answer(true);
    await waitFor(() => expect(router.state.location.pathname).toBe('/buybox/two'));
    expect(tabs()).toEqual(['首页', '对账二']);
  });

  it('begins anew when it is reloaded, and the other one does not', async () => {
    const queries = new QueryClient();
    const router = open('/buybox/one', queries);
    await type('对账一', '甲');
    await act(() => router.navigate('/buybox/two'));
    await type('对账二', '乙');
    act(() => reloadScreen(queries));
    expect(field('对账二').value).toBe('');
    await act(() => router.navigate('/buybox/one'));
    expect(field('对账一').value).toBe('甲');
  });

  it('is guarded anew after it was reloaded with something unsaved', async () => {
    const router = open('/buybox/plain');
    await type('普通', '甲');
    fireEvent.keyDown(tab('普通'), { key: 'F10', shiftKey: true });
    await userEvent.click(await screen.findByText('重新载入'));
    await answer(true);
    await waitFor(() => expect(field('普通').value).toBe(''));
    await type('普通', '乙');
    await act(() => router.navigate('/hand'));
    expect(screen.getByText('被留住')).toBeTruthy();
  });

  it('is forgotten when its person signs out', async () => {
    open('/buybox/one');
    await type('对账一', '草稿');
    act(() => {
      clearSession();
      refreshSession();
    });
    act(() => {
      saveSession(person);
      refreshSession();
    });
    expect(field('对账一').value).toBe('');
    expect(tabs()).toEqual(['首页', '对账一']);
  });
});

describe('the strip', () => {
  it('names a page after its record', async () => {
    open('/buybox/two?id=5');
    await waitFor(() => expect(tabs()).toEqual(['首页', 'DZ5']));
  });

  it('is walked with the arrows and has a menu', async () => {
    const router = open('/buybox/one');
    await act(() => router.navigate('/buybox/two'));
    tab('对账二').focus();
    fireEvent.keyDown(tab('对账二'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(tab('对账一'));
    fireEvent.keyDown(tab('对账一'), { key: 'F10', shiftKey: true });
    await userEvent.click(await screen.findByText('关闭其他'));
    await waitFor(() => expect(tabs()).toEqual(['首页', '对账一']));
    expect(router.state.location.pathname).toBe('/buybox/one');
  });

  it('closes all, and turns pages and closes one by key from anywhere', async () => {
    const router = open('/buybox/one');
    await act(() => router.navigate('/buybox/two'));
    await act(() => router.navigate('/buybox/plain'));
    fireEvent.keyDown(document.body, { key: 'PageUp', altKey: true });
    await waitFor(() => expect(router.state.location.pathname).toBe('/buybox/two'));
    fireEvent.keyDown(document.body, { code: 'KeyW', key: '∑', altKey: true });
    await waitFor(() => expect(tabs()).toEqual(['首页', '对账一', '普通']));
    fireEvent.keyDown(tab('普通'), { key: 'F10', shiftKey: true });
    await userEvent.click(await screen.findByText('关闭全部'));
    await waitFor(() => expect(tabs()).toEqual(['首页']));
    expect(router.state.location.pathname).toBe('/dashboard/index');
  });

  it('lists all pages where they do not fit', async () => {
    const wide = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(2000);
    const router = open('/buybox/one');
    await act(() => router.navigate('/buybox/two?id=5'));
    await userEvent.click(await screen.findByRole('button', { name: '全部 3 个页面' }));
    await userEvent.click(await screen.findByText('对账一', { selector: '[role="menuitem"]' }));
    expect(router.state.location.pathname).toBe('/buybox/one');
    wide.mockRestore();
  });

  it('comes back after the browser has loaded the page anew', () => {
    open('/buybox/one');
    cleanup();
    open('/buybox/plain');
    expect(tabs()).toEqual(['首页', '对账一', '普通']);
  });
});

function open(address: string, queries = new QueryClient()) {
  const routes = rows.map(({ path, title }) => ({ path, element: <Sample key={path} title={title} /> }));
  const bare = [
    { path: '/login/login', element: <p>请登录</p> },
    { path: '/hand', element: <p>仓库模式</p> },
  ];
  const router = createMemoryRouter([...bare, { element: <Frame />, children: routes }], { initialEntries: [address] });
  const services = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  const sessionEnd = { expired: () => {}, signOut: () => Promise.resolve() };
  render(
    <AppProvider value={{ services, sessionEnd, rows }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </AppProvider>,
  );
  return router;
}

function Frame() {
  return (
    <>
      <TabStrip />
      <main id="content">
        <Pages fallback={null} />
      </main>
    </>
  );
}

function Sample({ title }: { title: string }) {
  const [text, setText] = useState('');
  const [params] = useSearchParams();
  const held = useDirtyGuard(text !== '');
  const cancel = useGoBack('/buybox/one');
  usePageName(params.get('id') === '5' ? 'DZ5' : null);
  useQuery({ queryKey: [title], queryFn: () => asked.push(title) });
  useEffect(() => {
    running.add(title);
    return () => void running.delete(title);
  }, [title]);
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <input aria-label={title} value={text} onChange={(event) => setText(event.target.value)} />
      <p>区 {params.get('zone')}</p>
      <button type="button" onClick={cancel}>
        取消编辑
      </button>
      {held && (
        <button type="button" onClick={held.leave}>
          被留住
        </button>
      )}
      <Outlet />
    </>
  );
}

function row(path: `/${string}`, title: string, keepAlive: boolean): RouteRow {
  return { path, title, needLogin: true, keepAlive, screen: () => Promise.reject(new Error('not drawn here')) };
}

async function type(title: string, text: string): Promise<void> {
  await userEvent.type(field(title), text);
}

async function answer(yes: boolean): Promise<void> {
  await waitFor(() => expect(useNotices.getState().dialogs).toHaveLength(1));
  await act(async () => {
    useNotices.getState().dialogs[0]?.answer(yes);
    await Promise.resolve();
  });
}

function field(title: string): HTMLInputElement {
  return screen.getByRole('textbox', { name: title });
}

function content(): HTMLElement {
  return screen.getByRole('main');
}

function tab(name: string): HTMLElement {
  return screen.getByRole('tab', { name: new RegExp(`^${name}`) });
}

function tabs(): string[] {
  return screen.getAllByRole('tab').map((one) => one.textContent ?? '');
}
