import { type Look, NothingToTakeBack } from '#src/local/index.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { InboundOperation, InboundPayload } from './entry.ts';

/** The void of an entry, or of the last one that is left. Throws NothingToTakeBack where there is none (any more). Of two the second sees the first. */
export async function voidFor(look: Look<InboundPayload>, opId?: string): Promise<InboundPayload> {
  const entry = opId === undefined ? await lastOf(look) : await look.get(opId);
  if (!entry || entry.payload.kind === 'void') throw new NothingToTakeBack('nothing is left to take back');
  if (await isTakenBack(look, entry)) throw new NothingToTakeBack(`${entry.op_id} is taken back already`);
  return voidOf(entry);
}

/** A void: code, grade and dates are those of the entry that is taken back. */
export function voidOf({ op_id: voids, payload }: Pick<InboundOperation, 'op_id' | 'payload'>): InboundPayload {
  return { ...payload, kind: 'void', qty: 0, voids };
}

/** Whether a void that counts names the entry. */
export async function isTakenBack(
  look: Look<InboundPayload>,
  { id = 0, op_id }: Pick<InboundOperation, 'id' | 'op_id'>,
): Promise<boolean> {
  return (await look.firstAfter(id, (row) => row.payload.voids === op_id && isCounted(row))) !== undefined;
}

function lastOf(look: Look<InboundPayload>): Promise<InboundOperation | undefined> {
  // From the newest on, a void comes before what it takes back.
  const takenBack = new Set<string>();
  return look.newest((row) => {
    if (!isCounted(row)) return false;
    const { kind, voids } = row.payload;
    if (voids !== undefined) takenBack.add(voids);
    return kind !== 'void' && !takenBack.has(row.op_id);
  });
}
