import { describe, expect, it } from 'vitest';
import { document, entity, usualCalls } from './definition.ts';
import { money } from './kinds/money.ts';
import { text } from './kinds/text.ts';
import { hiddenNames, maskKeys, seenWith, shownNames } from './mask.ts';
import { calledTransitions } from './transition.ts';

const thing = document('thing', {
  label: '物',
  group: '/v1/thing',
  title: 'no',
  number: { prefix: 'WT', field: 'no' },
  fields: {
    no: text('编号', { unique: true, derived: true }),
    cost: money('成本', { mask: 'stock:costView' }),
    margin: money('毛利', { mask: 'price:marginView' }),
  },
  lines: { label: '明细', fields: { part: text('部件'), price: money('进价', { mask: 'stock:costView' }) } },
  states: { 0: ['草稿', 'draft', 'idle'], 1: ['完成', 'done', 'done'] },
  editable: [0],
  transitions: {
    finish: {
      label: '完成',
      from: [0],
      to: 1,
      segment: 'finish',
      access: 'thing:finish',
      asks: { note: text('说明'), paid: money('付款', { mask: 'stock:costView' }) },
    },
  },
  calls: { list: ['list', 'thing:view'] },
  list: {
    columns: ['no', 'cost', 'margin', 'status', 'created_at'],
    filters: ['cost', 'status'],
    search: ['no'],
    sort: ['-id', '-cost', 'no'],
    sum: ['cost', 'margin'],
  },
});

const plain = entity('plain', {
  label: '素',
  group: '/v1/plain',
  title: 'name',
  fields: { name: text('名称') },
  calls: usualCalls('plain'),
  list: { columns: ['name'], filters: [], search: [], sort: ['name'] },
});

describe('what somebody knows of a definition', () => {
  it('names every key once', () => {
    expect(maskKeys(thing)).toEqual(['price:marginView', 'stock:costView']);
    expect(maskKeys(plain)).toEqual([]);
  });

  it('is the definition itself for who holds every key, and where there is none', () => {
    expect(seenWith(thing, () => true)).toBe(thing);
    expect(seenWith(plain, () => false)).toBe(plain);
  });

  it('lacks a field behind a key in every place that could name it', () => {
    const seen = seenWith(thing, (key) => key === 'price:marginView');
    expect(Object.keys(seen.fields)).toEqual(['no', 'margin']);
    expect(Object.keys(seen.lines.fields)).toEqual(['part']);
    expect(Object.keys(calledTransitions(seen)[0]?.[1].asks ?? {})).toEqual(['note']);
    expect(seen.list).toEqual({
      columns: ['no', 'margin', 'status', 'created_at'],
      filters: ['status'],
      search: ['no'],
      sort: ['-id', 'no'],
      sum: ['margin'],
    });
    expect(JSON.stringify(seen)).not.toMatch(/cost|price"|成本|进价|付款/);
  });

  it('is one object for the same keys, and is its own view', () => {
    const seen = seenWith(thing, () => false);
    expect(seenWith(thing, () => false)).toBe(seen);
    expect(seenWith(seen, () => false)).toBe(seen);
    expect(seenWith(thing, (key) => key === 'stock:costView')).not.toBe(seen);
  });

  it('leaves the definition as it was', () => {
    const before = JSON.stringify(thing);
    seenWith(thing, () => false);
    expect(JSON.stringify(thing)).toBe(before);
  });
});

it('a page that names a hidden field is shown the others', () => {
  const seen = seenWith(thing, () => false);
  expect([...hiddenNames(thing, seen)]).toEqual(['cost', 'margin', 'price']);
  expect(hiddenNames(thing, thing).size).toBe(0);
  expect(shownNames(seen, ['no', 'cost', 'price', 'created_at'])).toEqual(['no', 'created_at']);
  expect(shownNames(thing, ['no', 'cost'])).toEqual(['no', 'cost']);
});
