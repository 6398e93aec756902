// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PurchasedGoods } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchaseBeside } from './purchase-lines.tsx';

afterEach(cleanup);

const goods: PurchasedGoods = {
  sku_id: 1,
  sku_no: 'S1',
  name: '风衣',
  tag_price: 29_900,
  sale_price: 6_000,
  old_price: null,
  tax_rate_bp: 1300,
  problem: null,
};
const read = (values: { sku_id: number | null; new_price: number | null }, markup = true) =>
  purchaseBeside([goods], markup).map(({ label, of }) => {
    const { container } = render(<div>{of({ key: 'a', values, changed: true })}</div>);
    return `${label} ${container.textContent}`;
  });

it('says nothing of a line without goods, or of goods that are not known', () => {
  for (const sku_id of [null, 2])
    expect(read({ sku_id, new_price: 100 })).toEqual(['原进价 ', '吊牌价 ', '现售价 ', '加价率 ']);
});

it('keeps what is left from who may not see it', () => {
  expect(read({ sku_id: 1, new_price: 4_000 }, false)).toEqual(['原进价 无', '吊牌价 ¥299.00', '现售价 ¥60.00']);
});

it('says what goods are bought and sold at now, and what the new price leaves, a loss too', () => {
  expect(read({ sku_id: 1, new_price: 4_000 }).at(-1)).toBe('加价率 50.0%');
  expect(read({ sku_id: 1, new_price: 8_000 }).at(-1)).toBe('加价率 -25.0%');
  expect(read({ sku_id: 1, new_price: null }).at(-1)).toBe('加价率 ');
});
