import { describe, expect, it } from 'vitest';
import type { Failure } from '#src/wire/sent.ts';
import { CallFailed } from './failure.ts';
import { readStateOf } from './read-state.ts';

const query = (data: string | undefined, failure?: Failure) => ({
  data,
  isPlaceholderData: false,
  error: failure ? new CallFailed(failure) : null,
  fetchStatus: 'idle',
});
const refused = (refusal: 'notFound' | 'invalid'): Failure => ({
  kind: 'refused',
  refusal,
  code: 4004,
  msg: '不行',
  field: null,
});

const ending: [string, Failure][] = [
  ['a right that was taken away', { kind: 'forbidden', msg: '没有操作权限' }],
  ['a record that is gone or out of scope', refused('notFound')],
  ['a session that is over', { kind: 'signedOut', by: 'http' }],
];
const passing: [string, Failure][] = [
  ['a cut line', { kind: 'offline' }],
  ['a busy server', { kind: 'unavailable', status: 500, msg: '', retryAfter: null }],
  ['a refusal of the question', refused('invalid')],
];

describe('content that was read before', () => {
  it.each(ending)('does not outlive %s', (_what, failure) => {
    expect(readStateOf(query('old', failure))).toEqual({ value: undefined, failure, stale: null });
  });

  it.each(passing)('outlives %s, and it is told', (_what, failure) => {
    expect(readStateOf(query('old', failure))).toEqual({ value: 'old', failure: null, stale: failure });
  });
});

it.each([...ending, ...passing])('with nothing read yet there is %s alone', (_what, failure) => {
  expect(readStateOf(query(undefined, failure))).toEqual({ value: undefined, failure, stale: null });
});

it('is what it is while nothing is wrong', () => {
  expect(readStateOf(query('new'))).toEqual({ value: 'new', failure: null, stale: null });
  expect(readStateOf(query(undefined))).toEqual({ value: undefined, failure: null, stale: null });
});

describe('a read that waits for the network', () => {
  const offline: Failure = { kind: 'offline' };
  const waiting = (data: string | undefined) => ({ ...query(data), fetchStatus: 'paused' });

  it('fails while nothing has come, and while what stands answers another question', () => {
    const failed = { value: undefined, failure: offline, stale: null };
    expect(readStateOf(waiting(undefined))).toEqual(failed);
    expect(readStateOf({ ...waiting('other'), isPlaceholderData: true })).toEqual(failed);
  });

  it('keeps its own value, and it is told', () => {
    expect(readStateOf(waiting('old'))).toEqual({ value: 'old', failure: null, stale: offline });
  });
});

it('shows what answers another question until its own answer comes', () => {
  expect(readStateOf({ ...query('other'), isPlaceholderData: true, fetchStatus: 'fetching' })).toEqual({
    value: 'other',
    failure: null,
    stale: null,
  });
});

it('throws what is no failure of a call', () => {
  expect(() => readStateOf({ ...query('old'), error: new RangeError('ours') })).toThrow(RangeError);
});
