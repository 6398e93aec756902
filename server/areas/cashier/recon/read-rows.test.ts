import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { channelSheet } from '#contract/areas/cashier/cashier-calls.ts';
import { readRows } from './read-rows.ts';

const heading = channelSheet.columns.map(({ label }) => label).join(',');
const read = (rows: string) => {
  const bytes = Buffer.from(`${heading}\n${rows}`);
  return readRows(
    { size: bytes.length, read: (from = 0) => Readable.from([bytes.subarray(from)]) },
    new AbortController().signal,
  );
};

test.each([
  ['T1,O1,59,90\n', /第 2 行/],
  ['T1,O1,"59,90",\n', /第 2 行金额有误/],
  ['4.2E+27,O1,59.90,\n', /第 2 行交易流水号“4.2E\+27”已被表格软件变成科学计数/],
  ['T1,O1,59.90,\n"T2,O2,1.00,\nT3,O3,2.00,\n', /第 3 行引号没有闭合/],
])('a bill is refused with its rows: %j', async (rows, words) => {
  await expect(read(rows).catch((error: { said: { zh: string } }) => error.said.zh)).resolves.toMatch(words);
});

test('groups of thousands are read', async () => {
  expect(await read('T1,O1,"1,234.50",\n')).toEqual([{ trade_no: 'T1', order_no: 'O1', amount: 123_450, fee: 0 }]);
});
