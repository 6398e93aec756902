import { checkDigit } from '../../kit/check-digit.ts';
import { bitsOf, hexOf, numberAt, type Packed, pack } from './epc-bits.ts';

/** A piece of goods by GS1's Tag Data Standard: a GTIN and a serial number that tells it from its likes. */
export interface Sgtin {
  readonly scheme: 'sgtin-96' | 'sgtin-198';
  /** 0 other, 1 point-of-sale item, 2 full case, 4 inner pack, 6 unit load, 7 component. */
  readonly filter: number;
  /** Company prefix, 6 to 12 digits, leading zeros kept. */
  readonly company: string;
  /** Indicator digit and item reference: what is left of 13 digits. */
  readonly item: string;
  readonly serial: string;
}

/** A carton or pallet. */
export interface Sscc {
  readonly scheme: 'sscc-96';
  readonly filter: number;
  readonly company: string;
  /** Extension digit and serial reference: what is left of 17 digits. */
  readonly serial: string;
}

export type Epc = Sgtin | Sscc;

/** Digits of the company prefix by partition (rfid.md §2.2), with the bits of what follows. */
const partitions = [12, 11, 10, 9, 8, 7, 6];
const companyBits = [40, 37, 34, 30, 27, 24, 20];
const itemBits = [4, 7, 10, 14, 17, 20, 24];
const serialBits = [18, 21, 24, 28, 31, 34, 38];
const headers = { 'sgtin-96': 0x30, 'sscc-96': 0x31, 'sgtin-198': 0x36 } as const;

/** The greatest serial number of an SGTIN-96: 38 bits. */
export const serialMost = 2 ** 38 - 1;
/** Characters of the serial number of an SGTIN-198. */
const serialLetters = 20;

/** What an EPC is kept and compared as: upper-case hex without blanks. Undefined for what no tag holds. */
export function plainEpc(text: string): string | undefined {
  const hex = text.replace(/\s+/g, '').toUpperCase();
  return /^(?:[0-9A-F]{24}|[0-9A-F]{52})$/.test(hex) ? hex : undefined;
}

/** The EPC behind the hex of a tag; undefined for what is not GS1's or breaks its rules, which stays a number of its own. */
export function decodeEpc(text: string): Epc | undefined {
  const hex = text.toUpperCase();
  const bits = bitsOf(hex);
  const header = hex.slice(0, 2);
  if (header === '30' && hex.length === 24) return decodeSgtin(bits, 'sgtin-96');
  // 25 bytes in the standard, 26 on a tag, whose memory has whole words.
  if (header === '36' && (hex.length === 50 || hex.length === 52)) return decodeSgtin(bits, 'sgtin-198');
  if (header === '31' && hex.length === 24) return decodeSscc(bits);
  return undefined;
}

/** The hex of a tag for this piece. A RangeError names what does not fit; nothing is cut. */
export function encodeEpc(epc: Epc): string {
  const partition = partitions.indexOf(epc.company.length);
  const rest = epc.scheme === 'sscc-96' ? epc.serial : epc.item;
  if (partition < 0 || !/^\d+$/.test(epc.company)) throw new RangeError(`company prefix ${epc.company}`);
  if (!Number.isInteger(epc.filter) || epc.filter < 0 || epc.filter > 7) throw new RangeError(`filter ${epc.filter}`);
  if (!/^\d+$/.test(rest) || rest.length !== (epc.scheme === 'sscc-96' ? 17 : 13) - epc.company.length)
    throw new RangeError(`digits behind the company prefix: ${rest}`);
  const restBits = (epc.scheme === 'sscc-96' ? serialBits : itemBits)[partition] as number;
  const head: Packed[] = [
    [BigInt(headers[epc.scheme]), 8],
    [BigInt(epc.filter), 3],
    [BigInt(partition), 3],
    [BigInt(epc.company), companyBits[partition] as number],
    [BigInt(rest), restBits],
  ];
  if (epc.scheme === 'sscc-96') return hexOf(pack([...head, [0n, 24]]));
  if (epc.scheme === 'sgtin-96') return hexOf(pack([...head, [BigInt(plainSerial(epc.serial)), 38]]));
  return hexOf(pack([...head, ...letters(epc.serial), [0n, 10]]));
}

/** GTIN-14 of a piece, SSCC-18 of a carton, check digit and all. */
export function keyOfEpc(epc: Epc): string {
  const rest = epc.scheme === 'sscc-96' ? epc.serial : epc.item;
  const digits = `${rest.charAt(0)}${epc.company}${rest.slice(1)}`;
  return `${digits}${checkDigit(digits)}`;
}

/** How a GTIN-14 is written as a barcode: EAN-13 where there is no packing indicator. */
export const barcodeOf = (gtin: string): string => (gtin.startsWith('0') ? gtin.slice(1) : gtin);

/** The URI of a tag: `urn:epc:tag:sgtin-96:3.0614141.812345.6789`. */
export function uriOfEpc(epc: Epc): string {
  const serial = epc.scheme === 'sgtin-198' ? escaped(epc.serial) : epc.serial;
  const parts = epc.scheme === 'sscc-96' ? [epc.company, serial] : [epc.company, epc.item, serial];
  return `urn:epc:tag:${epc.scheme}:${epc.filter}.${parts.join('.')}`;
}

interface Front {
  readonly filter: number;
  readonly company: string;
  readonly rest: string;
  /** Bits that have been read. */
  readonly read: number;
}

/** Filter, company prefix and what follows; undefined where a field holds more than its digits can say. */
function frontOf(bits: string, widths: readonly number[], digits: number): Front | undefined {
  const partition = Number(numberAt(bits, 11, 3));
  const [length, wide, narrow] = [partitions[partition], companyBits[partition], widths[partition]];
  if (length === undefined || wide === undefined || narrow === undefined) return undefined;
  const company = String(numberAt(bits, 14, wide)).padStart(length, '0');
  const rest = String(numberAt(bits, 14 + wide, narrow)).padStart(digits - length, '0');
  if (company.length > length || rest.length > digits - length) return undefined;
  return { filter: Number(numberAt(bits, 8, 3)), company, rest, read: 14 + wide + narrow };
}

function decodeSgtin(bits: string, scheme: Sgtin['scheme']): Sgtin | undefined {
  const front = frontOf(bits, itemBits, 13);
  if (!front) return undefined;
  const { filter, company, rest: item, read } = front;
  const serial = scheme === 'sgtin-96' ? String(numberAt(bits, read, 38)) : lettersAt(bits, read);
  return serial === undefined ? undefined : { scheme, filter, company, item, serial };
}

function decodeSscc(bits: string): Sscc | undefined {
  const front = frontOf(bits, serialBits, 17);
  if (!front || numberAt(bits, front.read, 24) !== 0n) return undefined;
  return { scheme: 'sscc-96', filter: front.filter, company: front.company, serial: front.rest };
}

/** Characters of a serial number (AI 21): those of GS1's table 82. */
const letter = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]$/;

function lettersAt(bits: string, from: number): string | undefined {
  let serial = '';
  let ended = false;
  for (let place = 0; place < serialLetters; place += 1) {
    const code = Number(numberAt(bits, from + place * 7, 7));
    if (code === 0) ended = true;
    else if (ended || !letter.test(String.fromCharCode(code))) return undefined;
    else serial += String.fromCharCode(code);
  }
  // What fills up the last word of a tag says nothing.
  return serial === '' || /1/.test(bits.slice(from + serialLetters * 7)) ? undefined : serial;
}

function letters(serial: string): Packed[] {
  if (serial.length === 0 || serial.length > serialLetters || !Array.from(serial).every((one) => letter.test(one)))
    throw new RangeError(`serial ${serial}`);
  return Array.from({ length: serialLetters }, (_, place): Packed => [BigInt(serial.charCodeAt(place) || 0), 7]);
}

// A leading zero could not be told from none.
function plainSerial(serial: string): string {
  if (!/^(?:0|[1-9]\d{0,11})$/.test(serial) || Number(serial) > serialMost) throw new RangeError(`serial ${serial}`);
  return serial;
}

const escaped = (serial: string): string =>
  serial.replace(/["%&/<>?]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
