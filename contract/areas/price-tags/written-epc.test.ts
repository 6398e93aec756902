import { expect, it } from 'vitest';
import { barcodeOf, decodeEpc, keyOfEpc } from '../codes/epc.ts';
import { epcToWrite } from './written-epc.ts';

it('is the barcode with the running number of the code, which whoever reads it finds again', () => {
  const epc = epcToWrite({ unique_code: '1000000000000018', barcode: '6975382000013' });
  const read = decodeEpc(epc);
  expect(read).toMatchObject({ scheme: 'sgtin-96', serial: '1' });
  expect(read && barcodeOf(keyOfEpc(read))).toBe('6975382000013');
});

it.each([null, 'S0000000001', '6975382000018', '69753820'])(
  'of goods with the barcode %s is the code itself',
  (barcode) => {
    const epc = epcToWrite({ unique_code: '1000000000000018', barcode });
    expect(epc).toBe('EA0000001000000000000018');
    expect(decodeEpc(epc)).toBeUndefined();
  },
);
