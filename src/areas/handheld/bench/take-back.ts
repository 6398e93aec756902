import { NothingToTakeBack, type StreamSnapshot } from '#src/local/index.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { Pieces, PiecesOperation } from './pieces.ts';

/** The void of an entry, or of the last one that is left. Throws NothingToTakeBack where there is none (any more). Of two the second sees the first. */
export async function voidFor<P extends Pieces>(look: StreamSnapshot<P>, opId?: string): Promise<P> {
  const entry = opId === undefined ? await lastOf(look) : await look.get(opId);
  if (!entry || entry.payload.kind !== 'add') throw new NothingToTakeBack('nothing is left to take back');
  if (await isTakenBack(look, entry)) throw new NothingToTakeBack(`${entry.op_id} is taken back already`);
  return voidOf(entry);
}

/** A void: what it says of the pieces is what the entry says that is taken back. */
export function voidOf<P extends Pieces>({ op_id: voids, payload }: Pick<PiecesOperation<P>, 'op_id' | 'payload'>): P {
  return { ...payload, kind: 'void', qty: 0, voids };
}

/** Whether a void that counts names the entry. */
export async function isTakenBack<P extends Pieces>(
  look: StreamSnapshot<P>,
  { id = 0, op_id }: Pick<PiecesOperation<P>, 'id' | 'op_id'>,
): Promise<boolean> {
  return (await look.firstAfter(id, (row) => row.payload.voids === op_id && isCounted(row))) !== undefined;
}

function lastOf<P extends Pieces>(look: StreamSnapshot<P>): Promise<PiecesOperation<P> | undefined> {
  // From the newest on, a void comes before what it takes back.
  const takenBack = new Set<string>();
  return look.newest((row) => {
    if (!isCounted(row)) return false;
    const { kind, voids } = row.payload;
    if (voids !== undefined) takenBack.add(voids);
    return kind === 'add' && !takenBack.has(row.op_id);
  });
}
