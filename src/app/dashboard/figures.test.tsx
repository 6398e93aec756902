// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshPreferences, type Preferences, savePreferencesCall } from '#contract/areas/me/account.ts';
import { takePreferences, useOwnPreferences } from '#src/engine/own-preferences.ts';
import type { Wire } from '#src/wire/wire.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { SalesFigures, StockFigures } from './figures.tsx';
import { Guide } from './guide.tsx';
import { RoleFigures } from './role-figures.tsx';
import { StillList } from './still-goods.tsx';

afterEach(cleanup);
beforeEach(() => useOwnPreferences.setState({ told: null, unsent: {} }));

it('says of what stands still what it costs, and by name what ties up most', () => {
  const alerts = [
    { kind: 'still' as const, count: 7481, amount: 1_234_500, url: '/storage/stockList?qty_on_hand_from=1' },
    { kind: 'empty' as const, count: 3, amount: null, url: '/storage/stockList' },
  ];
  const goods = [
    {
      sku_no: 'S1',
      name: '风衣 黑 M',
      warehouse: '总仓',
      qty: 40,
      amount: 400_000,
      url: '/storage/stockList?sku_id=1',
    },
  ];
  render(
    <MemoryRouter>
      <StockFigures answer={{ stock_alerts: alerts, expire_count: null }} />
      <StillList goods={goods} />
    </MemoryRouter>,
  );
  const [still, empty] = screen.getAllByRole('link');
  expect(still?.textContent).toBe('¥12,345.00呆滞库存7,481 个货品仓，90 天没有出入库');
  expect(empty?.textContent).toBe('3零库存仓库里已经没有');
  expect(screen.getByRole('row', { name: /S1/ }).textContent).toBe('S1 风衣 黑 M总仓40¥4,000.00');
});

it('has four figures of a role: sums of money with how many they are of, shares, and what is bad', () => {
  const none = { count: null, amount: null, share: null, bad: false, url: null };
  render(
    <MemoryRouter>
      <RoleFigures
        figures={[
          {
            ...none,
            name: 'overdue',
            label: '已逾期应付',
            note: '张结算单过期未付',
            count: 3,
            amount: 1050,
            bad: true,
            url: '/finance/statementList?status=%5B4%2C5%5D',
          },
          { ...none, name: 'sellThrough', label: '售罄率', note: '售出占现存', share: 4567 },
          { ...none, name: 'toCount', label: '到货待清点', note: '入库批次', count: 0, url: '/buybox/rukuList' },
        ]}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    '¥10.50已逾期应付3 张结算单过期未付',
    '45.7%售罄率售出占现存',
    '0到货待清点入库批次',
  ]);
  expect(screen.getByText('¥10.50').dataset['bad']).toBe('true');
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

it('says money with the sign of its currency', () => {
  render(
    <MemoryRouter>
      <SalesFigures
        sales={{ today: { orders: 1, amount: 1050, url: '/a' }, recent: { orders: 2, amount: -5, url: '/b' } }}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['/a', '/b']);
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
