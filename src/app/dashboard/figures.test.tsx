// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { freshPreferences, type Preferences, savePreferencesCall } from '#contract/areas/me/account.ts';
import type { Todo } from '#contract/areas/shell/dashboard.ts';
import { takePreferences, useOwnPreferences } from '#src/engine/own-preferences.ts';
import type { Wire } from '#src/wire/wire.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { SalesFigures, Todos } from './figures.tsx';
import { Guide } from './guide.tsx';

const todo = (of: Partial<Todo>): Todo => ({
  doc: 'allot',
  label: '调拨单',
  status: 1,
  state: { label: '待审核', tone: 'waiting' },
  steps: ['审核'],
  kind: 'judge',
  count: 2,
  oldest: new Date().toISOString(),
  url: '/storage/allotList',
  ...of,
});

beforeEach(() => useOwnPreferences.setState({ told: null, unsent: {} }));

it('tells judgements from drafts, how many they are, and for how long the oldest has waited', () => {
  const long = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
  render(
    <MemoryRouter>
      <Todos
        at={new Date().toISOString()}
        todo={[todo({ oldest: long }), todo({ doc: 'count', count: 3 }), todo({ kind: 'draft', status: 0 })]}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual(['待我审核 5', '我的草稿 2']);
  const judged = within(screen.getByRole('region', { name: '待我审核' })).getAllByRole('link');
  expect(judged.map((one) => one.textContent)).toEqual(['2调拨单待审核 待我审核，最久 3 天', '3调拨单待审核 待我审核']);
});

it('says money with the sign of its currency', () => {
  render(<SalesFigures sales={{ today: { orders: 1, amount: 1050 }, recent: { orders: 2, amount: -5 } }} />);
  expect(screen.getByText('¥10.50')).toBeTruthy();
  expect(screen.getByText('-¥0.05')).toBeTruthy();
});

it('has a word for newcomers once it is known that they want it, until they put it away', async () => {
  const kept: Preferences = { ...freshPreferences, guide: false };
  const send = vi.fn(() => Promise.resolve({ ok: true, value: kept }));
  const real = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  const services = { ...real, wire: { ...real.wire, send: send as unknown as Wire['send'] } };
  const sessionEnd = { expired: () => {}, signOut: () => Promise.resolve() };
  const { rerender } = render(<Told />);
  expect(screen.queryByRole('region', { name: '新手提示' })).toBeNull();
  takePreferences(freshPreferences);
  rerender(<Told />);
  await userEvent.click(await screen.findByRole('button', { name: '知道了' }));
  expect(screen.queryByRole('region', { name: '新手提示' })).toBeNull();
  await waitFor(() => expect(useOwnPreferences.getState().told?.guide).toBe(false));
  expect(send).toHaveBeenCalledWith(savePreferencesCall, { guide: false }, expect.anything());

  function Told() {
    return (
      <AppProvider value={{ services, sessionEnd, rows: [] }}>
        <Guide />
      </AppProvider>
    );
  }
});
