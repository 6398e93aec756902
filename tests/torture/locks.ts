import type { Locks } from '#src/local/index.ts';

/**
 * `navigator.locks` of one device, as far as it is used: exclusive locks in FIFO order, `ifAvailable`, `steal`
 * (the lockLost request rejects with AbortError while its callback runs on), release when the callback ends or the page dies.
 */
export class DeviceLocks {
  private readonly held = new Map<string, Grant>();
  private readonly queues = new Map<string, Grant[]>();

  /** The manager as one page sees it. */
  ofPage(page: object): Locks {
    return {
      request: <T>(
        name: string,
        options: { ifAvailable?: boolean; steal?: boolean },
        run: (lock: object | null) => Promise<T>,
      ) =>
        new Promise<T>((resolve, reject) => {
          const grant: Grant = {
            page,
            over: false,
            reject,
            start: () => this.start(name, grant, { run, resolve, reject }),
          };
          if (options.ifAvailable && this.held.has(name)) {
            run(null).then(resolve, reject);
            return;
          }
          if (options.steal) this.rob(name);
          if (this.held.has(name)) this.queueOf(name).push(grant);
          else this.give(name, grant);
        }),
    };
  }

  /** The page is gone: what it held is free, what it waited for is forgotten. */
  drop(page: object): void {
    for (const [name, queue] of this.queues)
      this.queues.set(
        name,
        queue.filter((grant) => grant.page !== page),
      );
    for (const [name, grant] of this.held) if (grant.page === page) this.release(name, grant);
  }

  private give(name: string, grant: Grant): void {
    this.held.set(name, grant);
    grant.start();
  }

  private start<T>(
    name: string,
    grant: Grant,
    { run, resolve, reject }: { run(lock: object): Promise<T>; resolve(value: T): void; reject(reason: unknown): void },
  ): void {
    run({ name })
      .then(resolve, reject)
      .finally(() => this.release(name, grant));
  }

  private rob(name: string): void {
    const grant = this.held.get(name);
    if (!grant) return;
    grant.over = true;
    this.held.delete(name);
    grant.reject(new DOMException('the lock was stolen', 'AbortError'));
  }

  private release(name: string, grant: Grant): void {
    if (grant.over) return;
    grant.over = true;
    this.held.delete(name);
    const next = this.queueOf(name).shift();
    if (next) this.give(name, next);
  }

  private queueOf(name: string): Grant[] {
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    return queue;
  }
}

interface Grant {
  page: object;
  over: boolean;
  reject(reason: unknown): void;
  start(): void;
}
