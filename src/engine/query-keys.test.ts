import { CancelledError, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forget, forgetAll } from './query-keys.ts';

// What is old the moment it comes: an answer that was on its way when something was written.

let queries: QueryClient;
let asked: number;
let aborted: number;
let answers: ((value: string) => void)[];
let faces: string[];
let stop: () => void;

const key = ['brand', 'list', { page: 1 }];
const queryFn = ({ signal }: { signal: AbortSignal }): Promise<string> => {
  asked += 1;
  signal.addEventListener('abort', () => void (aborted += 1));
  return new Promise((resolve) => answers.push(resolve));
};
const watch = (queryKey: readonly unknown[] = key) => {
  const observer = new QueryObserver(queries, { queryKey, queryFn });
  stop = observer.subscribe(({ status, fetchStatus, error }) => faces.push(`${status} ${fetchStatus} ${error ?? ''}`));
};
const shown = () => queries.getQueryState(key);

beforeEach(() => {
  queries = new QueryClient();
  asked = 0;
  aborted = 0;
  answers = [];
  faces = [];
  stop = () => {};
});

afterEach(() => {
  stop();
  queries.clear();
  onlineManager.setOnline(true);
});

describe.each([
  ['one definition', (client: QueryClient) => forget(client, { name: 'brand' })],
  ['everything', (client: QueryClient) => forgetAll(client)],
])('after forgetting %s', (_what, forgets) => {
  it('a first answer that is on its way is of before: it is asked for again, and nobody sees an error', async () => {
    watch();
    const forgotten = forgets(queries);
    answers[0]?.('before');
    await expect.poll(() => asked).toBe(2);
    answers[1]?.('after');
    await forgotten;
    expect(shown()).toMatchObject({ data: 'after', fetchStatus: 'idle', isInvalidated: false });
    expect([asked, aborted]).toEqual([2, 1]);
    expect(faces.filter((face) => !/^(pending fetching|success idle) $/.test(face))).toEqual([]);
  });

  it('it is asked for once more each time, and the last one counts', async () => {
    watch();
    const forgotten = [forgets(queries), forgets(queries)];
    for (const [at, answer] of ['first', 'second', 'third'].entries()) answers[at]?.(answer);
    await Promise.all(forgotten);
    expect([asked, shown()?.data]).toEqual([3, 'third']);
  });

  it('an answer that no screen has waits for is read again too, and whoever asked for it gets the newer one', async () => {
    queries.setQueryData(key, 'older');
    const fetched = queries.fetchQuery({ queryKey: key, queryFn });
    const forgotten = forgets(queries);
    answers[0]?.('before');
    await expect.poll(() => asked).toBe(2);
    answers[1]?.('after');
    await forgotten;
    expect(await fetched).toBe('after');
    expect([asked, shown()?.data]).toEqual([2, 'after']);
  });

  it('what stands on the screen already is read again once', async () => {
    queries.setQueryData(key, 'older');
    watch();
    const forgotten = forgets(queries);
    answers.at(-1)?.('after');
    await forgotten;
    expect([asked, shown()?.data]).toEqual([2, 'after']);
  });

  it('what waits for the network waits on, and is asked for once', async () => {
    onlineManager.setOnline(false);
    watch();
    await forgets(queries);
    expect([asked, shown()?.fetchStatus]).toEqual([0, 'paused']);
    queries.mount();
    onlineManager.setOnline(true);
    await expect.poll(() => asked).toBe(1);
    answers[0]?.('after');
    await expect.poll(() => shown()?.data).toBe('after');
    queries.unmount();
    expect(asked).toBe(1);
  });

  it('one whose network went while it was on its way waits for it, and is asked for anew', async () => {
    watch();
    onlineManager.setOnline(false);
    await forgets(queries);
    answers[0]?.('before');
    expect(shown()).toMatchObject({ data: undefined, fetchStatus: 'paused' });
    queries.mount();
    onlineManager.setOnline(true);
    await expect.poll(() => asked).toBe(2);
    answers[1]?.('after');
    await expect.poll(() => shown()?.data).toBe('after');
    queries.unmount();
  });

  it('one that has gone with its screen is left alone', async () => {
    const fetched = queries.fetchQuery({ queryKey: key, queryFn }).catch((problem: unknown) => problem);
    watch();
    stop();
    expect(await fetched).toBeInstanceOf(CancelledError);
    await forgets(queries);
    expect(asked).toBe(1);
  });

  it('a form that is being opened keeps what it began to read', async () => {
    watch(['brand', 'form', 5]);
    await forgets(queries);
    expect([asked, aborted]).toEqual([1, 0]);
  });
});
