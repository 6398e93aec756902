import { expect, it } from 'vitest';
import { callsOf } from '../../kit/calls.ts';
import { stock } from './stock.ts';
import { stockLookCall } from './stock-look.ts';

it('is the list of stock and no other', () => {
  const { path, service, access, mutates } = callsOf(stock).list;
  expect(stockLookCall).toMatchObject({ path, service, access, mutates });
});
