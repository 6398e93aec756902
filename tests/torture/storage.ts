import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Transactions of one page that have not ended; the simulation waits for them and kills in the midst of them. */
export class PageStorage {
  readonly open = new Set<IDBTransaction>();
  /** Every write fails for want of room while this is set. */
  full = false;
  /** So many writing transactions more fail for want of room. */
  fullTimes = 0;
  /** So many writing transactions more take a write, and fail for want of room while they are committed. */
  fullAtCommitTimes = 0;
  /** The disk is full: what writes is given up, its connection is closed, and none opens while this is set. */
  diskFull = false;
  readonly given: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
  private readonly connections = new Set<IDBDatabase>();

  constructor(disk: IDBFactory) {
    const watch = (request: IDBOpenDBRequest) => {
      request.addEventListener('success', () => this.watch(request.result));
      return request;
    };
    const indexedDB = new Proxy(disk, {
      get: (target, name) => {
        if (name === 'open') {
          return (database: string, version?: number) => {
            if (this.diskFull) throw new DOMException('Internal error opening backing store', 'UnknownError');
            return watch(target.open(database, version));
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    this.given = { indexedDB, IDBKeyRange };
  }

  private dead = false;

  /** The page is gone: its transactions end one way or the other, as the disk happens to have it. */
  kill(aborts: () => boolean): void {
    this.dead = true;
    for (const transaction of this.open) {
      if (!aborts()) continue;
      try {
        transaction.abort();
      } catch (problem) {
        // It had just ended: nothing to abort.
        if (!(problem instanceof DOMException)) throw problem;
      }
    }
    for (const connection of this.connections) connection.close();
  }

  private watch(connection: IDBDatabase): void {
    this.connections.add(connection);
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...given: Parameters<IDBDatabase['transaction']>) => {
      if (this.dead) throw new DOMException('the page is gone', 'AbortError');
      const transaction = begin(...given);
      this.open.add(transaction);
      const ended = () => this.open.delete(transaction);
      transaction.addEventListener('complete', ended);
      transaction.addEventListener('abort', ended);
      if (given[1] === 'readwrite' && this.diskFull) this.giveUp(connection, transaction);
      if (given[1] === 'readwrite' && (this.full || this.fullTimes > 0)) {
        this.fullTimes -= 1;
        this.refuseWrites(transaction);
      } else if (given[1] === 'readwrite' && this.fullAtCommitTimes > 0) {
        this.fullAtCommitTimes -= 1;
        this.refuseCommit(transaction);
      }
      return transaction;
    };
  }

  private giveUp(connection: IDBDatabase, transaction: IDBTransaction): void {
    const storeOf = transaction.objectStore.bind(transaction);
    transaction.addEventListener('abort', () => {
      connection.close();
      connection.onclose?.(new Event('close'));
    });
    transaction.objectStore = (name: string) => {
      const store = storeOf(name);
      const add = store.add.bind(store);
      store.add = (...given: Parameters<IDBObjectStore['add']>) => {
        const request = add(...given);
        transaction.abort();
        return request;
      };
      return store;
    };
  }

  private refuseCommit(transaction: IDBTransaction): void {
    const storeOf = transaction.objectStore.bind(transaction);
    Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') });
    transaction.objectStore = (name: string) => {
      const store = storeOf(name);
      const put = store.put.bind(store);
      store.put = (...given: Parameters<IDBObjectStore['put']>) => {
        const request = put(...given);
        request.addEventListener('success', () => transaction.abort());
        return request;
      };
      return store;
    };
  }

  private refuseWrites(transaction: IDBTransaction): void {
    const storeOf = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name: string) => {
      const store = storeOf(name);
      const refuse = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
      store.add = refuse;
      store.put = refuse;
      return store;
    };
  }
}

/** The disk of one device, which outlives its pages. */
export function newDisk(): IDBFactory {
  return new IDBFactory();
}
