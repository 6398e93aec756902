import { describe, expect, it } from 'vitest';
import { renew } from './renew.ts';

describe('loading the page anew', () => {
  it('leaves everything as it is while something hinders the newer version, and says what', async () => {
    const browser = browserOf({ waiting: true });
    browser.hindrance = '本机还有 3 条扫描未发送，发送完再更新';
    expect(await browser.renew()).toBe('本机还有 3 条扫描未发送，发送完再更新');
    expect(browser.done).toEqual(['update']);
  });

  it('takes the version that waits first, and loads when that is in control', async () => {
    const browser = browserOf({ waiting: true });
    expect(await browser.renew()).toBe('');
    expect(browser.done).toEqual(['update', 'skip waiting', 'activating', 'activated', 'reload']);
  });

  it('waits for a version that the update finds', async () => {
    const browser = browserOf({ found: 'installed' });
    expect(await browser.renew()).toBe('');
    expect(browser.done).toEqual(['update', 'installed', 'skip waiting', 'activating', 'activated', 'reload']);
  });

  it('loads what there is when the found version cannot be installed, when none is found, and when nobody answers', async () => {
    for (const browser of [browserOf({ found: 'redundant' }), browserOf({}), browserOf({ unreachable: true })]) {
      browser.hindrance = 'not asked';
      expect(await browser.renew()).toBe('');
      expect(browser.done.at(-1)).toBe('reload');
      expect(browser.done).not.toContain('skip waiting');
    }
  });

  it('is a plain reload without service workers or before the first one', async () => {
    const done: string[] = [];
    const page = { hindrance: () => Promise.resolve('not asked'), reload: () => void done.push('reload') };
    await renew({ ...page, workers: null });
    await renew({ ...page, workers: { getRegistration: () => Promise.resolve(undefined) } });
    expect(done).toEqual(['reload', 'reload']);
  });
});

/** A worker as a browser shows it to pages: its state, and the events of its changes. */
class Worker extends EventTarget {
  state: ServiceWorkerState;
  onMessage: (message: unknown) => void = () => {};

  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  postMessage(message: unknown): void {
    this.onMessage(message);
  }
}

/** A browser with one registration; `done` is what happened in it, in order. */
function browserOf(given: { waiting?: true; found?: 'installed' | 'redundant'; unreachable?: true }) {
  const done: string[] = [];
  const take = (worker: Worker) => {
    worker.onMessage = (message) => {
      expect(message).toEqual({ type: 'SKIP_WAITING' });
      done.push('skip waiting');
      const become = (state: ServiceWorkerState, after = () => {}) =>
        setTimeout(() => {
          done.push(state);
          worker.become(state);
          after();
        });
      become('activating', () => become('activated'));
    };
    return worker;
  };
  const registration = {
    installing: null as Worker | null,
    waiting: given.waiting ? take(new Worker('installed')) : null,
    async update() {
      done.push('update');
      if (given.unreachable) throw new TypeError('the server is down');
      const { found } = given;
      if (!found) return;
      const coming = new Worker('installing');
      registration.installing = coming;
      setTimeout(() => {
        done.push(found);
        registration.installing = null;
        if (found === 'installed') registration.waiting = take(coming);
        coming.become(found);
      });
    },
  };
  const browser = {
    done,
    hindrance: '',
    renew: () =>
      renew({
        workers: { getRegistration: () => Promise.resolve(registration as unknown as ServiceWorkerRegistration) },
        hindrance: () => Promise.resolve(browser.hindrance),
        reload: () => void done.push('reload'),
      }),
  };
  return browser;
}
