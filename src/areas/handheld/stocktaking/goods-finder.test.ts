import { describe, expect, it } from 'vitest';
import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { finderOf } from './goods-finder.ts';

describe('what is not found', () => {
  it('a code of no goods', () => {
    const { find, clashes } = finderOf([goods(1, { barcodes: ['6901'] })]);
    expect(find('6902')).toBeNull();
    expect(clashes('6902')).toBe(false);
  });

  it('a code that is nobody’s as it is spelled, and two goods’ in other letter case; why can be told', () => {
    const { find, clashes } = finderOf([
      goods(1, { barcodes: ['85123Ab'] }),
      goods(2, { barcodes: ['85123aB'] }),
      goods(3, { barcodes: ['85124'] }),
    ]);
    expect(find('85123AB')).toBeNull();
    expect(clashes(' 85123AB ')).toBe(true);
    expect(['85123Ab', '85124', 'nobody'].map(clashes)).toEqual([false, false, false]);
  });
});

describe('codes that differ by letter case alone', () => {
  const both = [goods(1, { barcodes: ['85123A'] }), goods(2, { barcodes: ['85123a'] })];

  it.each([['as listed', both] as const, ['in another order', both.toReversed()] as const])(
    'find each its own goods, %s',
    (_what, listed) => {
      const { find } = finderOf(listed);
      expect(find('85123A')?.sku_id).toBe(1);
      expect(find(' 85123a ')?.sku_id).toBe(2);
    },
  );

  it('find their goods when these are one SKU, in whatever grades', () => {
    const { find } = finderOf([
      goods(1, { barcodes: ['ab-3', 'AB-3'] }),
      goods(1, { barcodes: ['ab-3', 'AB-3'], imperfect_type: 2 }),
    ]);
    expect(find('Ab-3', 2)).toMatchObject({ sku_id: 1, imperfect_type: 2 });
  });
});

describe('what is found', () => {
  it('a code in the asked grade, otherwise in the grade there is', () => {
    const listed = [goods(1, { barcodes: ['6901'] }), goods(1, { barcodes: ['6901'], imperfect_type: 2 })];
    const { find } = finderOf(listed);
    expect(find(' 6901 ')).toBe(listed[0]);
    expect(find('6901', 2)).toBe(listed[1]);
    expect(find('6901', 3)?.sku_id).toBe(1);
  });

  it('a SKU number, and a code in other letter case while only one SKU has it', () => {
    const { find } = finderOf([goods(1, { barcodes: ['ab-3'] })]);
    expect(find('AB-3')?.sku_id).toBe(1);
    expect(find('sku-1')?.sku_id).toBe(1);
  });

  it('goods by their barcode before others by their number, as the server has it', () => {
    const { find } = finderOf([goods(1, { sku_no: '6902' }), goods(2, { barcodes: ['6902'] })]);
    expect(find('6902')?.sku_id).toBe(2);
  });
});

function goods(id: number, given: Partial<SheetGoods> = {}): SheetGoods {
  return { sku_id: id, sku_no: `SKU-${id}`, name: '', color: '', size: '', imperfect_type: 0, barcodes: [], ...given };
}
