import { isCounted } from '../stocktaking/scan.ts';
import type { PiecesOperation } from './pieces.ts';

interface Coded {
  readonly pieces?: readonly { readonly unique_code: string; readonly epc: string | null }[];
}

/** The piece that a code or a tag names, and the goods that it is of. */
export function pieceOf<G extends Coded>(
  goods: readonly G[],
  code: string,
): { of: G; names: readonly (string | null)[] } | undefined {
  for (const of of goods)
    for (const { unique_code, epc } of of.pieces ?? [])
      if (unique_code === code || epc === code) return { of, names: [unique_code, epc] };
  return undefined;
}

/** Was the piece scanned here already, by its code or its tag, and not put back? */
export function isRead(rows: readonly PiecesOperation[], names: readonly (string | null)[]): boolean {
  const counted = rows.filter(isCounted);
  const voided = new Set(counted.flatMap(({ payload }) => payload.voids ?? []));
  return counted.some(
    ({ op_id, payload }) => payload.kind === 'add' && names.includes(payload.barcode) && !voided.has(op_id),
  );
}
