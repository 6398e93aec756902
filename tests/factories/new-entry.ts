import type { NewEntry } from '#src/areas/handheld/stocktaking/stocktaking.ts';

/** One piece, scanned in zone A in the first round of a person's first sheet, by default. */
export function newScan(given: Partial<Extract<NewEntry, { kind: 'add' | 'total' }>> = {}): NewEntry {
  return {
    uid: 11,
    sheetId: 1,
    kind: 'add',
    zone: 'A',
    round: 1,
    barcode: '690001',
    skuId: 1,
    imperfectType: 0,
    qty: 1,
    ...given,
  };
}
