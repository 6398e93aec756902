import { describe, expect, it } from 'vitest';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { definitions } from '#contract/definitions.ts';
import { reasons, unscoped } from './carried.ts';

// Whatever carries a warehouse, a shop, a supplier, a brand or a category is under its scope on every list (amendments H11): lists,
// their sums, their exports and their choices ask one condition, which is made of what a definition says.

const found = definitions.flatMap((one) => unscoped(one).map((dimension) => `${one.name} ${dimension}`));

describe('every list is under the scope of what its rows carry', () => {
  it('or has a reason not to be', () => {
    expect(found.filter((one) => !(one in reasons))).toEqual([]);
  });

  it('no reason is left over', () => {
    expect(Object.keys(reasons).filter((one) => !found.includes(one))).toEqual([]);
  });

  it('finds a list that forgot one', () => {
    expect(unscoped(settleItem)).toEqual([]);
    expect(unscoped({ ...settleItem, scope: { supplier: 'supplier_id', brand: 'sku_id.brand_id' } })).toEqual([
      'category',
      'warehouse',
    ]);
    expect(unscoped({ ...settleItem, scope: undefined as never })).toEqual([
      'brand',
      'category',
      'supplier',
      'warehouse',
    ]);
  });
});
