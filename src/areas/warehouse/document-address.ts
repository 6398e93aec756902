import { recordAddress } from '#src/engine/record-places.ts';

/** Where a document that moved stock is looked at; undefined for one whose screen is of another time. */
export function documentAddress(docType: unknown, id: unknown): string | undefined {
  return typeof docType === 'string' && typeof id === 'number' ? recordAddress(docType, { id, no: '' }) : undefined;
}
