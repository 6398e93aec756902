import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Shelf, type StockDocument, type StockLine, stockJudge, type Unserved } from './judge-stock.ts';

let row = 0;
const line = (skuId: number, qty: number, more: Partial<StockLine> = {}): StockLine => ({
  row: (row += 1),
  customer: 'A',
  skuId,
  qty,
  returned: true,
  ...more,
});
const sale = (...lines: StockLine[]): StockDocument => ({ kind: 'sale', at: '2011-01-02T00:00:00.000Z', lines });
const back = (...lines: StockLine[]): StockDocument => ({ ...sale(...lines), kind: 'return' });
const known = (...lines: StockLine[]): StockDocument => ({ ...sale(...lines), kind: 'known' });
const stock = (free: number, settledAt: string | null = null): Map<number, Shelf> =>
  new Map([1, 2].map((skuId) => [skuId, { free, settledAt }]));
/** What each document is told, in the order of its lines. */
const told = (shelves: Map<number, Shelf>, ...documents: StockDocument[]) => {
  const judge = stockJudge(shelves);
  return documents.map((document) => judge(document).map(({ refusal }) => refusal));
};

describe('a sale', () => {
  test('of which one line cannot be served is refused whole and takes nothing', () => {
    expect(told(stock(5), sale(line(1, 6), line(2, 5)), sale(line(1, 5), line(2, 5)), sale(line(2, 1)))).toEqual([
      ['stock short', 'order incomplete'],
      [],
      ['stock short'],
    ]);
  });

  test('says what was free and what all of its lines need of the goods', () => {
    const judge = stockJudge(stock(4));
    expect(judge(sale(line(1, 3), line(1, 3)))).toMatchObject([
      { refusal: 'stock short', free: 4, needed: 6 },
      { refusal: 'stock short', free: 4, needed: 6 },
    ]);
    expect(judge(sale(line(9, 1)))).toMatchObject([{ refusal: 'stock short', free: 0, needed: 1 }]);
  });

  test('may take what came back before it', () => {
    expect(told(stock(1), sale(line(1, 1)), back(line(1, 1)), sale(line(1, 1)), sale(line(1, 1)))).toEqual([
      [],
      [],
      [],
      ['stock short'],
    ]);
  });

  test('that happened before a posted count moves nothing now, nor does what came back before it', () => {
    const counted = stock(1, '2011-01-02T00:00:00.000Z');
    const later = (document: StockDocument): StockDocument => ({ ...document, at: '2011-01-02T00:00:00.001Z' });
    expect(told(counted, sale(line(1, 9)), back(line(1, 9)), later(sale(line(1, 2))), later(sale(line(1, 1))))).toEqual(
      [[], [], ['stock short'], []],
    );
  });
});

describe('a return', () => {
  test('of pieces that went with a refused sale is refused whole', () => {
    expect(told(stock(5), sale(line(1, 6)), back(line(1, 1), line(2, 1)), sale(line(2, 6)))).toEqual([
      ['stock short'],
      ['sale refused', 'order incomplete'],
      ['stock short'],
    ]);
  });

  test('comes from the latest sale of the same customer and goods, piece by piece', () => {
    const taken = sale(line(1, 2));
    const refused = sale(line(1, 9));
    expect(told(stock(2), taken, refused, back(line(1, 9)), back(line(1, 2)), back(line(1, 1)))).toEqual([
      [],
      ['stock short'],
      ['sale refused'],
      [],
      [],
    ]);
    expect(told(stock(2), refused, taken, back(line(1, 2)), back(line(1, 1)))).toEqual([
      ['stock short'],
      [],
      [],
      ['sale refused'],
    ]);
    expect(told(stock(0), refused, back(line(1, 1, { customer: 'B' })), back(line(1, 1, { customer: null })))).toEqual([
      ['stock short'],
      [],
      [],
    ]);
    expect(told(stock(0), refused, known(line(1, 1)), back(line(1, 1)), back(line(1, 1)))).toEqual([
      ['stock short'],
      [],
      [],
      ['sale refused'],
    ]);
  });

  test('that is refused leaves the pieces of served sales for another', () => {
    const refused = sale(line(1, 9));
    expect(told(stock(2), refused, sale(line(1, 2)), back(line(1, 3)), back(line(1, 2)))).toEqual([
      ['stock short'],
      [],
      ['sale refused'],
      [],
    ]);
  });
});

test('whatever comes, nothing goes below nothing, and only what cannot be served is refused', () => {
  const document = fc.record({
    kind: fc.constantFrom('sale' as const, 'return' as const),
    lines: fc.array(fc.tuple(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(document, { maxLength: 30 }), fc.integer({ min: 0, max: 9 }), (documents, free) => {
      const judge = stockJudge(stock(free));
      const left = new Map([1, 2].map((skuId) => [skuId, free]));
      for (const { kind, lines } of documents) {
        const made = { ...sale(...lines.map(([skuId, qty]) => line(skuId, qty))), kind };
        const unserved: Unserved[] = judge(made);
        const after = new Map(left);
        for (const [skuId, qty] of lines) after.set(skuId, (after.get(skuId) ?? 0) + (kind === 'sale' ? -qty : qty));
        const short = [...after.values()].some((qty) => qty < 0);
        if (kind === 'sale') expect(unserved.length > 0).toBe(short);
        expect([0, lines.length]).toContain(unserved.length);
        if (unserved.length === 0) for (const [skuId, qty] of after) left.set(skuId, qty);
      }
    }),
  );
});
