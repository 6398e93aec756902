import { newOpId } from '#src/wire/op-id.ts';

/** One file on its way to a record. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly kind: string;
  readonly state: 'waiting' | 'going' | 'failed';
  /** How much has gone, 0 to 1. */
  readonly part: number;
  /** Why it did not arrive; null while nothing is wrong. */
  readonly fault: Fault | null;
}

/** What kept a file from arriving. */
export interface Fault {
  readonly words: string;
  /** The same file may arrive another time. */
  readonly again: boolean;
}

/** One try of a file. Both op ids stay the same through every try of it. */
export interface Try {
  readonly uploadOp: string;
  readonly attachOp: string;
  readonly signal: AbortSignal;
  onPart(part: number): void;
}

/** Brings a file to its record; answers why it did not arrive, null when it did. */
export type Bring = (upload: Upload, one: Try) => Promise<Fault | null>;

/** Files that are on their way at once; the others wait. */
const atOnce = 2;

/** Files on their way, in the order in which they were chosen; those that arrived are gone from it. */
export class UploadQueue {
  readonly #bring: Bring;
  readonly #ops = new Map<string, Pick<Try, 'uploadOp' | 'attachOp'>>();
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #list: readonly Upload[] = [];
  #stopped = false;

  constructor(bring: Bring) {
    this.#bring = bring;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly list = (): readonly Upload[] => this.#list;

  add(files: readonly File[], kind: string): void {
    const more = files.map((file): Upload => ({ key: newOpId(), file, kind, state: 'waiting', part: 0, fault: null }));
    this.#set([...this.#list, ...more]);
  }

  retry(key: string): void {
    this.#change(key, { state: 'waiting', part: 0, fault: null });
  }

  /** Stops a file if it is under way, and forgets it. */
  drop(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#ops.delete(key);
    this.#set(this.#list.filter((one) => one.key !== key));
  }

  /** Stops whatever is under way, and nothing begins any more: nobody looks. What has not arrived waits. */
  stop(): void {
    this.#stopped = true;
    for (const job of this.#running.values()) job.abort();
    this.#running.clear();
    this.#set(this.#list.map((one) => (one.state === 'going' ? { ...one, state: 'waiting', part: 0 } : one)));
  }

  /** Goes on after `stop`: a page that is kept has come back into view. */
  start(): void {
    this.#stopped = false;
    this.#set(this.#list);
  }

  #change(key: string, to: Partial<Upload>): void {
    this.#set(this.#list.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }

  #set(list: readonly Upload[]): void {
    this.#list = list;
    this.#begin();
    for (const tell of this.#listeners) tell();
  }

  #begin(): void {
    const next = this.#list.find((one) => one.state === 'waiting');
    if (this.#stopped || !next || this.#running.size >= atOnce) return;
    const job = new AbortController();
    this.#running.set(next.key, job);
    this.#list = this.#list.map((one) => (one === next ? { ...one, state: 'going' } : one));
    void this.#follow(next, job);
    this.#begin();
  }

  async #follow(upload: Upload, job: AbortController): Promise<void> {
    const { key } = upload;
    const { signal } = job;
    const ops = this.#ops.get(key) ?? { uploadOp: newOpId(), attachOp: newOpId() };
    this.#ops.set(key, ops);
    const onPart = (part: number) => {
      if (!signal.aborted) this.#change(key, { part });
    };
    const fault = await this.#bring(upload, { ...ops, signal, onPart });
    // Also of a try that was called back: it may have arrived all the same.
    if (fault === null) return this.drop(key);
    if (signal.aborted) return;
    this.#running.delete(key);
    this.#change(key, { state: 'failed', fault });
  }
}
