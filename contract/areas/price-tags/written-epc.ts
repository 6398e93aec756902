import { barcodeOf, encodeEpc, keyOfEpc, type Sgtin, serialMost } from '../codes/epc.ts';

/** What the tag of a code is to say: its barcode with a serial number of its own where that is a GTIN, else the code itself. */
export function epcToWrite({ unique_code: code, barcode }: { unique_code: string; barcode: string | null }): string {
  // The running number between the prefix and the check digit: no two codes have one.
  const serial = String(Number(code.slice(2, -1)));
  const tag = barcode === null ? undefined : gtinTag(barcode, serial);
  return tag ? encodeEpc(tag) : `${ownHeader}${code}`;
}

/**
 * The tag of an EAN-13. Which of its digits are the company's is not known here; the shortest company prefix of mainland China has seven,
 * and whoever reads the tag finds the same GTIN whatever the cut.
 */
function gtinTag(barcode: string, serial: string): Sgtin | undefined {
  if (!/^\d{13}$/.test(barcode) || Number(serial) > serialMost) return undefined;
  const tag: Sgtin = {
    scheme: 'sgtin-96',
    filter: 1,
    company: barcode.slice(0, 7),
    item: `0${barcode.slice(7, 12)}`,
    serial,
  };
  return barcodeOf(keyOfEpc(tag)) === barcode ? tag : undefined;
}

/** A first byte that GS1 gives to no scheme, and blanks: the sixteen digits of the code follow as they are. */
const ownHeader = 'EA000000';
