// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Found } from '#contract/areas/shell/search.ts';
import { WireProvider } from '#src/engine/wire-context.tsx';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { refreshSession } from '../session/sign-in-state.ts';
import { ShortcutsHost } from '../shortcuts/shortcuts-host.tsx';
import { PaletteHost } from './palette-host.tsx';
import { usePalette } from './palette-store.ts';

const sheet: Found = {
  label: '盘点单',
  no: 'PD26112100001',
  name: null,
  state: { label: '待审核', tone: 'waiting' },
  exact: true,
  route: '/storage/stocktakingDetal?id=3',
};
const menu = [
  { id: 1, parent_id: null, url: '/storage', name: '仓储管理', order: 1, style: null, childNode: [] as object[] },
];
menu[0]?.childNode.push(
  { id: 2, parent_id: 1, url: '/#/storage/stockList', name: '库存列表', order: 1, style: null, childNode: [] },
  { id: 3, parent_id: 1, url: '/#/storage/stocktakingList', name: '盘点单', order: 2, style: null, childNode: [] },
);

// Read ahead, as the frame does when it is idle.
await import('./palette.tsx');

let answer: () => Promise<readonly Found[]>;
let asked: string[];

// jsdom has no top layer.
HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
  this.setAttribute('open', '');
  this.querySelector('input')?.focus();
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};
Element.prototype.scrollIntoView = () => {};

beforeEach(() => {
  asked = [];
  answer = () => Promise.resolve([sheet]);
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'whs', nickname: '王' } });
  refreshSession();
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (url.includes('/v1/index/menu')) return json({ data: menu });
    if (url.includes('/v1/index/newForms'))
      return json({ list: [{ route: '/storage/addstockTak', name: '新建盘点单' }] });
    if (!url.includes('/v1/common/find')) return new Response('', { status: 404 });
    asked.push((JSON.parse(body ?? '{}') as { text: string }).text);
    return json({ list: await answer() });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  usePalette.setState({ open: false, text: '', scanned: false });
  localStorage.clear();
  clearSession();
  refreshSession();
});

describe('the palette', () => {
  it('opens with Ctrl-K, finds a screen by its initials and goes there', async () => {
    const router = await opened();
    await userEvent.type(field(), 'kclb');
    await waitFor(() => expect(options()).toEqual(['库存列表仓储管理']));
    expect(field().getAttribute('aria-activedescendant')).toBe('palette-0');
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/storage/stockList');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is walked with the arrows, round its ends', async () => {
    const router = await opened();
    // Both questions are answered: the menu's and that for forms.
    await waitFor(() =>
      expect(options()).toEqual(expect.arrayContaining(['库存列表仓储管理', expect.stringContaining('新建盘点单')])),
    );
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/storage/stockList'));
  });

  it('shows records by number above the screens', async () => {
    await opened();
    await userEvent.type(field(), 'PD2611');
    const group = await screen.findByRole('group', { name: '单据与货品' });
    expect(within(group).getByRole('option').textContent).toBe('盘点单PD26112100001待审核');
  });
});

describe('what it does', () => {
  it('finds goods by two characters of their name, below the screens', async () => {
    answer = () =>
      Promise.resolve([{ ...sheet, label: '货品', no: 'S1', name: '库存外套', state: null, exact: false }]);
    await opened();
    await userEvent.type(field(), '库存');
    await waitFor(() => expect(options()).toEqual(['库存列表仓储管理', '货品S1库存外套']));
    expect(asked).toEqual(['库存']);
  });

  it('goes to a form that the server offers, by its initials', async () => {
    const router = await opened();
    await userEvent.type(field(), 'xjpd');
    await waitFor(() => expect(options()).toEqual(['新建盘点单']));
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/storage/addstockTak');
  });

  it('changes the look', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
    await opened();
    await userEvent.type(field(), '切换深色{Enter}');
    expect(document.documentElement.dataset['shade']).toBe('dark');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('lists the keys that work, and no others', async () => {
    await start();
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: '快捷键' });
    expect(
      within(dialog)
        .getAllByRole('region')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['任何地方']);
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
    await userEvent.type(screen.getByLabelText('别处'), '?');
    expect(screen.queryByRole('dialog', { name: '快捷键' })).toBeNull();
  });
});

describe('a scan into it', () => {
  // A gun leaves no time between two letters.
  const scan = userEvent.setup({ delay: null }).type;

  it('opens what was scanned although Enter came before the answer', async () => {
    let tell = (_list: readonly Found[]) => {};
    answer = () => new Promise((resolve) => (tell = resolve));
    const router = await opened();
    await scan(field(), 'PD26112100001{Enter}');
    await waitFor(() => expect(asked).toEqual(['PD26112100001']));
    expect(router.state.location.pathname).toBe('/');
    await act(async () => tell([sheet]));
    await waitFor(() => expect(router.state.location.search).toBe('?id=3'));
  });

  it('of something nobody knows says so, and the next scan takes its place', async () => {
    answer = () => Promise.resolve([]);
    await opened();
    await scan(field(), '6900000000001{Enter}');
    await screen.findByText('没有找到“6900000000001”');
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 13]);
  });

  it('of something that several records begin with leaves the choice to the person', async () => {
    const others = ['1', '2'].map((end) => ({
      ...sheet,
      no: `PD2611210000${end}`,
      exact: false,
      route: `/x?id=${end}`,
    }));
    answer = () => Promise.resolve(others);
    const router = await opened();
    await scan(field(), 'PD2611{Enter}');
    await waitFor(() => expect(options().length).toBeGreaterThanOrEqual(2));
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('a scan anywhere', () => {
  it('outside a field opens what was scanned', async () => {
    const router = await start();
    gun('PD26112100001');
    await waitFor(() => expect(router.state.location.search).toBe('?id=3'));
  });

  it('in a field belongs to the field', async () => {
    await start();
    screen.getByLabelText('别处').focus();
    gun('PD26112100001');
    expect(usePalette.getState().open).toBe(false);
  });

  it('is told from fingers', async () => {
    await start();
    gun('PD2611', 200);
    expect(usePalette.getState().open).toBe(false);
  });
});

it('without network finds screens, and says why nothing else', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/v1/index/menu')
      ? Promise.resolve(json({ data: menu }))
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await opened();
  await userEvent.type(field(), 'PD2611');
  await screen.findByText(/当前离线/);
  await userEvent.clear(field());
  await userEvent.type(field(), 'pd');
  await waitFor(() => expect(options()).toEqual(['盘点单仓储管理']));
  vi.restoreAllMocks();
});

async function start() {
  const services = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  const sessionEnd = { expired: () => {}, signOut: () => Promise.resolve() };
  const frame = (
    <>
      <input aria-label="别处" />
      <PaletteHost />
      <ShortcutsHost />
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ element: frame, children: [{ path: '*', element: null }] }]);
  render(
    <AppProvider value={{ services, sessionEnd, rows: [] }}>
      <WireProvider wire={services.wire}>
        <QueryClientProvider client={services.queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </WireProvider>
    </AppProvider>,
  );
  return await Promise.resolve(router);
}

async function opened() {
  const router = await start();
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  return router;
}

/** Keys of a gun, so many milliseconds apart, by the events' own time stamps. */
function gun(code: string, apart = 5): void {
  const target = document.activeElement ?? document.body;
  const keys = [...code.split(''), 'Enter'];
  act(() => {
    for (const [at, key] of keys.entries()) {
      const event = new KeyboardEvent('keydown', {
        key,
        code: key === 'Enter' ? 'Enter' : '',
        bubbles: true,
        cancelable: true,
      });
      Object.defineProperty(event, 'timeStamp', { value: 1000 + at * apart });
      target.dispatchEvent(event);
    }
  });
}

function json(result: unknown): Response {
  return new Response(JSON.stringify({ code: 200, msg: '', result }));
}

function field(): HTMLInputElement {
  return screen.getByRole('combobox');
}

function options(): string[] {
  return screen.queryAllByRole('option').map((one) => one.textContent ?? '');
}
