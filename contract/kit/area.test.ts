import { describe, expect, it } from 'vitest';
import { areas } from '../areas.ts';
import { definitions } from '../definitions.ts';
import { inOrder } from './area.ts';
import { keysOf, keysOfCalls, listOf } from './menu.ts';
import { listAt, recordAt } from './place.ts';

describe('an order', () => {
  const ordered = (things: string[], needs: Record<string, string[]>) => inOrder(things, (thing) => needs[thing] ?? []);

  it('stays as it is where nothing is needed, and ends where things need one another', () => {
    expect(ordered(['b', 'a'], {})).toEqual(['b', 'a']);
    expect(ordered(['a', 'b'], { a: ['b'], b: ['a'] }).toSorted()).toEqual(['a', 'b']);
    expect(ordered(['a'], { a: ['a'] })).toEqual(['a']);
  });

  it('puts what is needed in front, with what that needs', () => {
    expect(ordered(['a', 'b', 'c'], { a: ['c'], c: ['b'] })).toEqual(['b', 'c', 'a']);
  });

  it('of the definitions has each of them once', () => {
    expect(definitions.map(({ name }) => name).toSorted()).toEqual(
      areas.flatMap((area) => area.definitions.map(({ name }) => name)).toSorted(),
    );
  });
});

describe('a place', () => {
  const place = { list: '/list', record: '/record?id={id}&no={no}' } as const;

  it('writes filters and numbers so that they are read back', () => {
    expect(recordAt(place, { id: 7, no: 'A/1&b' })).toBe('/record?id=7&no=A%2F1%26b');
    expect(recordAt({ ...place, record: '/record' }, { id: 7, no: 'A' })).toBe('/record');
    expect(listAt(place)).toBe('/list');
    expect(listAt(place, { at: '2026-01-02T03:04', of: 1 })).toBe('/list?at=2026-01-02T03%3A04&of=1');
    expect(listAt({ ...place, list: '/list?shows=b' }, { of: 1 })).toBe('/list?shows=b&of=1');
  });
});

it('the keys of a screen name no call that is open to everybody signed in', () => {
  const stock = definitions.find(({ name }) => name === 'stock');
  if (!stock) throw new Error('there is no stock');
  expect(listOf({ ...stock, calls: {} })).toEqual([]);
  expect(keysOf(stock)).toContain('stock:view');
  expect(keysOf(stock)).not.toContain('login');
  expect(keysOfCalls({ a: { access: 'login' }, b: { access: 'x:y' }, c: { access: 'x:y' } })).toEqual(['x:y']);
});
