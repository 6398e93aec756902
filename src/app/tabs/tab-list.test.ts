import { describe, expect, it } from 'vitest';
import { home, homePath, keyOf, keysBeside, mostTabs, nextAfter, restored, type Tab, visited } from './tab-list.ts';

const rows = [{ path: '/a' }, { path: '/b' }, { path: '/c' }] as const;

function walk(...addresses: string[]): readonly Tab[] {
  return addresses.reduce<readonly Tab[]>((list, address) => visited(list, to(address), []), [home]);
}

function to(address: string, more: { from?: string; replaces?: boolean } = {}) {
  const url = new URL(address, 'http://here');
  return { pathname: url.pathname, search: url.search, from: '', replaces: false, ...more };
}

const keys = (list: readonly Tab[]) => list.map((tab) => tab.key);

describe('what is the same page', () => {
  it('is the path whatever the filters, and the record where there is one', () => {
    expect(keyOf('/a', '?page=2&status=1')).toBe('/a');
    expect(keyOf('/a', '?id=3&edit=1')).toBe('/a?id=3');
    expect(keyOf('/', '')).toBe(homePath);
  });

  it('is opened once and remembers where it stands', () => {
    const list = walk('/a', '/b?id=1', '/b?id=2', '/a?page=3');
    expect(keys(list)).toEqual([homePath, '/a', '/b?id=1', '/b?id=2']);
    expect(list[1]?.address).toBe('/a?page=3');
  });
});

describe('a page that takes the place of another', () => {
  it('stands where that stood', () => {
    const list = visited(walk('/a', '/b'), to('/a?id=7', { from: '/a', replaces: true }), []);
    expect(keys(list)).toEqual([homePath, '/a?id=7', '/b']);
  });

  it('and was open already, keeps its own place', () => {
    const list = visited(walk('/a', '/b', '/c'), to('/c', { from: '/a', replaces: true }), []);
    expect(keys(list)).toEqual([homePath, '/b', '/c']);
  });

  it('never takes the place of 首页', () => {
    expect(keys(visited([home], to('/a', { from: homePath, replaces: true }), []))).toEqual([homePath, '/a']);
  });
});

describe('one too many', () => {
  const many = Array.from({ length: mostTabs - 1 }, (_, at) => `/a?id=${at}`);

  it('closes the one not looked at for longest, unsaved ones excepted', () => {
    const full = walk(...many, '/a?id=0');
    expect(full).toHaveLength(mostTabs);
    expect(keys(visited(full, to('/b'), ['/a?id=1']))).not.toContain('/a?id=2');
    expect(keys(visited(full, to('/b'), ['/a?id=1']))).toEqual(expect.arrayContaining(['/a?id=0', '/a?id=1', '/b']));
  });

  it('closes nothing where everything is unsaved', () => {
    const full = walk(...many);
    expect(visited(full, to('/b'), keys(full))).toHaveLength(mostTabs + 1);
  });
});

it('closing leads to the page looked at last', () => {
  expect(nextAfter(walk('/a', '/b', '/c', '/a', '/c'), '/c').key).toBe('/a');
  expect(nextAfter([home], '/a').key).toBe(homePath);
});

it('closing others or those to the right spares 首页', () => {
  const list = walk('/a', '/b', '/c');
  expect(keysBeside(list, '/b', 'others')).toEqual(['/a', '/c']);
  expect(keysBeside(list, '/b', 'right')).toEqual(['/c']);
  expect(keysBeside(list, homePath, 'right')).toEqual(['/a', '/b', '/c']);
});

describe('what was kept', () => {
  it.each([null, '', 'x', '{}', '[1,{"key":3}]'])('in %j is 首页 alone', (text) => {
    expect(restored(text, rows)).toEqual([home]);
  });

  it('comes back, without pages that are no more', () => {
    const kept = JSON.stringify(walk('/a', '/b?id=2', '/gone'));
    expect(keys(restored(kept, [{ path: homePath }, ...rows]))).toEqual([homePath, '/a', '/b?id=2']);
  });
});
