import { NothingToTakeBack, type Operation, type StreamSnapshot } from '#src/local/index.ts';
import { type CountPayload, isCounted } from './scan.ts';

/** What a void takes back: the entry of that op id, or the last one of a zone in a round that is still counted. */
export type Target = { voids: string } | { lastOf: { zone: string; round: number } };

/**
 * The void of an entry. Throws NothingToTakeBack where a void that counts has taken it back already, or none is left. Of two
 * voids the second sees the first.
 */
export async function voidFor(look: StreamSnapshot<CountPayload>, target: Target): Promise<CountPayload> {
  if ('lastOf' in target) {
    const last = await lastOf(look, target.lastOf);
    if (!last) throw new NothingToTakeBack(`nothing of zone ${target.lastOf.zone} is left to take back`);
    return voidOf(last);
  }
  const entry = await look.get(target.voids);
  if (!entry || entry.payload.kind === 'void') {
    throw new Error(`a void must name an entry of its own sheet, not ${target.voids}`);
  }
  if (await isTakenBack(look, entry)) throw new NothingToTakeBack(`${target.voids} is taken back already`);
  return voidOf(entry);
}

/** A void: zone, round and goods are those of the entry that is taken back. */
export function voidOf({ op_id: voids, payload }: Pick<Operation<CountPayload>, 'op_id' | 'payload'>): CountPayload {
  const { zone, round, barcode, imperfect_type, sku_id } = payload;
  return { kind: 'void', zone, round, barcode, imperfect_type, qty: 0, voids, sku_id };
}

/** Whether a void that counts names the entry. */
export async function isTakenBack(
  look: StreamSnapshot<CountPayload>,
  { id = 0, op_id }: Pick<Operation, 'id' | 'op_id'>,
): Promise<boolean> {
  return (await look.firstAfter(id, (row) => row.payload.voids === op_id && isCounted(row))) !== undefined;
}

/** The newest entry that counts in a zone's round. */
function lastOf(
  look: StreamSnapshot<CountPayload>,
  { zone, round }: { zone: string; round: number },
): Promise<Operation<CountPayload> | undefined> {
  // From the newest on, a void comes before what it takes back.
  const takenBack = new Set<string>();
  return look.newest((row) => {
    if (!isCounted(row)) return false;
    const { kind, voids, ...at } = row.payload;
    if (voids !== undefined) takenBack.add(voids);
    return kind !== 'void' && at.zone === zone && at.round === round && !takenBack.has(row.op_id);
  });
}
