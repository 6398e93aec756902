import type { Kysely } from 'kysely';
import { inTransaction, type Tx } from './transaction.ts';

/** Carries what came of a rehearsal out of the transaction that is taken back. */
class Rehearsed extends Error {
  readonly value: unknown;

  constructor(value: unknown) {
    super('rehearsed');
    this.value = value;
  }
}

/** Does the whole of `work` and takes it back; answers what came of it. Numbers of documents that it took are gone. */
export async function rehearse<T>(db: Kysely<unknown>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.value as T;
    throw error;
  }
}
