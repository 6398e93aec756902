import { recordAddress } from '#contract/areas/shell/addresses.ts';

/** Where a document that moved stock is looked at; undefined for one whose screen is of another time. */
export function documentAddress(docType: unknown, id: unknown): string | undefined {
  return typeof docType === 'string' && typeof id === 'number'
    ? recordAddress({ name: docType }, { id, no: '' })
    : undefined;
}
