import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';
import type { Correction, Corrects, Operation } from '#src/local/index.ts';

/** What of counted pieces may be put right: the code and how many, of those that the server refused or does not know. */
export function correctsPieces<
  P extends { kind: string; barcode: string; qty: number; sku_id: number | null },
  D extends { goods: readonly { sku_id: number; sku_no: string; barcodes: readonly string[] }[] },
>(kinds: readonly P['kind'][]): Corrects<P, D> {
  return {
    of: ({ payload: { kind, barcode: code, qty }, word, outcome }: Operation<P>): Correction | null =>
      kinds.includes(kind) && (word === 'refused' || outcome === 'unknown') ? { code, qty } : null,
    into: (payload, { code, qty }, document) => ({ ...payload, barcode: code, qty, sku_id: goodsOf(document, code) }),
  };
}

/** As this device recognises them; the server looks for itself. */
function goodsOf(
  document: { goods: readonly { sku_id: number; sku_no: string; barcodes: readonly string[] }[] } | null,
  code: string,
): number | null {
  const spellings = barcodeSpellings(code);
  const found = document?.goods.find(
    ({ sku_no, barcodes }) => sku_no === code || barcodes.some((one) => spellings.includes(one)),
  );
  return found?.sku_id ?? null;
}
