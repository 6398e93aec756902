import type { Journal } from './databases.ts';
import type { Operation, StreamRow } from './rows.ts';

/** A look at what is kept of one stream, from inside the transaction that adds to it: of two that look, the second sees the first. */
export interface StreamSnapshot<Payload> {
  /** Undefined where the stream has no such operation. */
  get(opId: string): Promise<Operation<Payload> | undefined>;
  /** The first after a row of the journal that fits. */
  firstAfter(id: number, fits: (operation: Operation<Payload>) => boolean): Promise<Operation<Payload> | undefined>;
  /** The newest that fits; asked from the newest on. */
  newest(fits: (operation: Operation<Payload>) => boolean): Promise<Operation<Payload> | undefined>;
}

export function snapshotOf<P>(
  { operations }: Pick<Journal<P>, 'operations'>,
  { uid, stream }: Pick<StreamRow, 'uid' | 'stream'>,
): StreamSnapshot<P> {
  const isOf = (operation: Operation) => operation.uid === uid && operation.stream === stream;
  return {
    async get(opId) {
      const found = await operations.where('op_id').equals(opId).first();
      return found && isOf(found) ? found : undefined;
    },
    firstAfter: (id, fits) =>
      operations
        .where('id')
        .above(id)
        .filter((operation) => isOf(operation) && fits(operation))
        .first(),
    newest: (fits) =>
      operations
        .reverse()
        .filter((operation) => isOf(operation) && fits(operation))
        .first(),
  };
}
