import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit } from '../../kit/check-digit.ts';
import { isCodeNumber, withCheckDigit } from './code-number.ts';
import { barcodeOf, decodeEpc, type Epc, encodeEpc, keyOfEpc, plainEpc, serialMost, uriOfEpc } from './epc.ts';

// Vectors of rfid.md §2.3: what published decoders and captures of readers agree on.
const vectors: readonly (readonly [hex: string, tag: string, key: string])[] = [
  ['3074257BF7194E4000001A85', 'sgtin-96:3.0614141.812345.6789', '80614141123458'],
  ['3674257BF6B7A659B2C2BF1000000000000000000000000000', 'sgtin-198:3.0614141.712345.32a%2Fb', '70614141123451'],
  ['3174257BF4499602D2000000', 'sscc-96:3.0614141.1234567890', '106141412345678908'],
  ['3034007D00011C400000000B', 'sgtin-96:1.0008000.001137.11', '00008000011378'],
  ['301800004000004000000001', 'sgtin-96:0.000001.0000001.1', '00000010000014'],
  ['31AC16465751CCD0C2000000', 'sscc-96:5.023356789.30200002', '302335678902000022'],
  ['30751FEB705C5904E3D50D70', 'sgtin-96:3.4717276.094564.21002259824', '04717276945640'],
  ['30396062C3950D400011B897', 'sgtin-96:1.360843.0939061.1161367', '03608439390616'],
  ['3039606303C74380001A0559', 'sgtin-96:1.360844.0990478.1705305', '03608449904780'],
  ['3009663781DB02974876FC6A', 'sgtin-96:0.6009881051.010.100000005226', '06009881051105'],
  ['302E92272C01348000000001', 'sgtin-96:1.690123456.1234.1', '16901234562344'],
];

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const company = fc.integer({ min: 6, max: 12 }).chain(digits);
const filter = fc.integer({ min: 0, max: 7 });
const sgtin = (scheme: 'sgtin-96' | 'sgtin-198', serial: fc.Arbitrary<string>): fc.Arbitrary<Epc> =>
  company.chain((prefix) =>
    fc.record({
      scheme: fc.constant(scheme),
      filter,
      company: fc.constant(prefix),
      item: digits(13 - prefix.length),
      serial,
    }),
  );
const sscc: fc.Arbitrary<Epc> = company.chain((prefix) =>
  fc.record({
    scheme: fc.constant('sscc-96' as const),
    filter,
    company: fc.constant(prefix),
    serial: digits(17 - prefix.length),
  }),
);
const anyEpc = fc.oneof(
  sgtin('sgtin-96', fc.integer({ min: 0, max: serialMost }).map(String)),
  sgtin('sgtin-198', fc.stringMatching(/^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/)),
  sscc,
);

describe('an EPC', () => {
  it.each([
    ['partition 7', '301C00000000000000000000'],
    ['short', '3030'],
    ['of a factory, not of GS1', 'E28011704000021D35AFADD9'],
    ['with a company beyond its digits', '3003FFFFFFFFFF0000000001'],
    ['of no length that there is', '3074257BF7194E4000001A8500'],
  ])('is none where it is %s', (_name, hex) => expect(decodeEpc(hex)).toBeUndefined());

  it('is kept as upper-case hex of 12 or 26 bytes', () => {
    expect(plainEpc(' 3074257b f7194e40 00001a85 ')).toBe('3074257BF7194E4000001A85');
    for (const bad of ['', '3030', '3074257BF7194E4000001A8', 'XX74257BF7194E4000001A85'])
      expect(plainEpc(bad)).toBeUndefined();
  });

  it.each(vectors)('%s reads as published', (hex, tag, key) => {
    const epc = decodeEpc(hex);
    expect(epc && uriOfEpc(epc)).toBe(`urn:epc:tag:${tag}`);
    expect(epc && keyOfEpc(epc)).toBe(key);
    expect(epc && encodeEpc(epc).startsWith(hex)).toBe(true);
  });

  it('holds the greatest serial and refuses one more, a leading zero and letters', () => {
    const epc = decodeEpc('3034257BF7194E7FFFFFFFFF') as Epc;
    expect(epc).toMatchObject({ serial: '274877906943' });
    for (const serial of ['274877906944', '07', 'A', ''])
      expect(() => encodeEpc({ ...epc, serial })).toThrow(RangeError);
    expect(() => encodeEpc({ ...epc, company: '12345' })).toThrow(RangeError);
    expect(() => encodeEpc({ ...epc, filter: 8 })).toThrow(RangeError);
  });

  it('is the same after it was written and read', () =>
    fc.assert(
      fc.property(anyEpc, (epc) => {
        const hex = encodeEpc(epc);
        expect(hex).toHaveLength(epc.scheme === 'sgtin-198' ? 52 : 24);
        expect(decodeEpc(hex)).toEqual(epc);
      }),
      { endOnFailure: true },
    ));

  it('says the GTIN that its barcode says', () =>
    fc.assert(
      fc.property(sgtin('sgtin-96', fc.constant('1')), (epc) => {
        const key = keyOfEpc(epc);
        expect(key).toHaveLength(14);
        expect(checkDigit(key.slice(0, -1))).toBe(Number(key.at(-1)));
        expect(barcodeOf(key)).toBe(key.startsWith('0') ? key.slice(1) : key);
      }),
      { endOnFailure: true },
    ));

  it('is never made of what is no hex of ours', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-F]{24}$/), (hex) => {
        const epc = decodeEpc(hex);
        if (epc) expect(encodeEpc(epc)).toBe(hex);
      }),
      { endOnFailure: true },
    ));
});

describe('the number of a code', () => {
  it('has a check digit by which a wrong digit and a swap of two are found', () =>
    fc.assert(
      fc.property(digits(15), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
        const number = withCheckDigit(body);
        expect(isCodeNumber(number)).toBe(true);
        const wrong = String((Number(number[place]) + by) % 10);
        expect(isCodeNumber(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false);
      }),
      { endOnFailure: true },
    ));
});
