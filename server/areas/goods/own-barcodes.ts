import { type Kysely, sql } from 'kysely';
import { ownBarcode } from '#contract/areas/goods/barcodes.ts';
import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';
import { arrayOf } from '#server/database/rows-of.ts';

/** The codes of new pieces that nobody gave one, in their order: of our own range, or the number itself where somebody brought that code from elsewhere. */
export async function ownBarcodes(db: Kysely<unknown>, skuNos: readonly string[]): Promise<string[]> {
  const wanted = skuNos.map(ownBarcode);
  const { rows } = await sql<{ barcode: string }>`
    select barcode from sku_barcode where barcode = any(${arrayOf('text', wanted.flatMap(barcodeSpellings))})`.execute(
    db,
  );
  const taken = new Set(rows.flatMap(({ barcode }) => barcodeSpellings(barcode)));
  return skuNos.map((no) => {
    const code = ownBarcode(no);
    return taken.has(code) ? no : code;
  });
}
