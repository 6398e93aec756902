// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { OrderedGoods } from '#contract/areas/purchasing/purchase-calls.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { orderBeside } from './order-beside.tsx';

afterEach(cleanup);

const goods = (of: Partial<OrderedGoods>): OrderedGoods => ({
  sku_id: 1,
  sku_no: 'S1',
  name: '风衣',
  tag_price: 29_900,
  sale_price: 19_900,
  tax_rate_bp: 1300,
  price_state: 1,
  problem: null,
  ...of,
});
const line = (sku_id: number | null, qty: number | null): FormLine => ({
  key: 'a',
  values: { sku_id, qty },
  changed: true,
});

function read(known: readonly OrderedGoods[], one: FormLine): string[] {
  return orderBeside(known).map(({ label, of }) => {
    const { container } = render(<div>{of(one)}</div>);
    return `${label} ${container.textContent}`;
  });
}

it('says nothing of a line without goods, or of goods that are not known yet', () => {
  for (const one of [line(null, null), line(2, 5)])
    expect(read([goods({ price: 100 })], one).map((words) => words.split(' ')[1])).toEqual(['', '', '', '', '']);
});

it('says what goods cost and sell at, what the line comes to and what is left', () => {
  const words = read([goods({ price: 4_975 })], line(1, 3));
  expect(words.map((one) => one.split(' ')[1])).toEqual(['¥49.75', '¥149.25', '¥299.00', '¥199.00', '75.0%']);
});

it('has no price for what has none, and never a zero', () => {
  const words = read([goods({ price: null })], line(1, 3));
  expect(words.map((one) => one.split(' ')[1])).toEqual(['待补价', '', '¥299.00', '¥199.00', '']);
});

it('tells a loss as one', () => {
  const margin = orderBeside([goods({ price: 25_000, sale_price: 20_000 })]).at(-1);
  const { container } = render(<div>{margin?.of(line(1, 1))}</div>);
  expect(container.textContent).toBe('-25.0%');
  expect(container.querySelector('.desk-negative')).not.toBeNull();
});

it('keeps costs and margins from who may not see them', () => {
  expect(orderBeside([goods({})]).map(({ key }) => key)).toEqual(['tag', 'sale']);
});
