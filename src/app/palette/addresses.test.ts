import { expect, it } from 'vitest';
import { newForms } from '#contract/areas/access/new-forms.ts';
import { listAddress, recordAddress } from '#contract/areas/shell/addresses.ts';
import { definitions } from '#contract/definitions.ts';
import { isDocument } from '#contract/kit/definition.ts';
import { recordAddress as linkTo } from '#src/engine/record-places.ts';
import { routes } from '../routes.ts';

const paths = new Set<string>(routes.map((row) => row.path));
const addresses = definitions.map((one) => ({
  one,
  list: listAddress(one),
  record: recordAddress(one, { id: 7, no: 'A/1' }),
}));

it('every document that can be listed has a list and a screen of its own', () => {
  const without = addresses.filter(
    ({ one, list, record }) => isDocument(one) && one.calls.list && !(list && record?.includes('id=7')),
  );
  expect(without.map(({ one }) => one.name)).toEqual([]);
});

it('every address is that of a screen there is', () => {
  const all = addresses.flatMap(({ list, record }) => [list, record]).filter((address) => address !== undefined);
  expect(all.map((address) => address.split('?')[0] ?? '').filter((path) => !paths.has(path))).toEqual([]);
});

it('a link on a screen leads where the server leads', () => {
  const links = addresses.map(({ one }) => linkTo(one.name, { id: 7, no: 'A/1' }));
  expect(links).toEqual(addresses.map(({ record }) => record));
  expect(links.filter((link) => link !== undefined)).not.toEqual([]);
});

it('every form for something new is a screen there is', () => {
  expect(newForms.filter(({ route, access }) => !paths.has(route) || access === undefined)).toEqual([]);
});

it('filters and numbers stand in an address as one reads them back', () => {
  const [stock] = definitions.filter((one) => one.name === 'stock');
  expect(
    listAddress(stock ?? { name: '' }, { last_moved_at_to: '2026-01-02T03:04:05.000Z', qty_on_hand_from: 1 }),
  ).toBe('/storage/stockList?last_moved_at_to=2026-01-02T03%3A04%3A05.000Z&qty_on_hand_from=1');
  expect(recordAddress({ name: 'spu' }, { id: 1, no: 'A/1&b' })).toBe('/shops/addShop?keyword=A%2F1%26b');
  expect(recordAddress({ name: 'nothing' }, { id: 1, no: '' })).toBeUndefined();
});
