import { type DataDimension, dataDimensions } from '#contract/areas/access/data-role.ts';
import { type DataLimit, organize } from '#contract/areas/access/organize.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Values } from '#src/engine/row.ts';

const targets: Readonly<Record<(typeof dataDimensions)[DataDimension]['scope'], () => AnyDefinition>> = {
  organize: () => organize,
  warehouse: () => warehouse,
  shop: () => shop,
  supplier: () => supplier,
  brand: () => brand,
  category: () => category,
};

const codes = Object.keys(dataDimensions).map(Number) as DataDimension[];

/** Name of the form value that holds the limit of a dimension. */
export const limitName = (code: DataDimension): string => `limit_${dataDimensions[code].scope}`;

/** One field for each dimension of data scope: the records somebody may see; none means all. */
export const limitFields: Fields = Object.fromEntries(
  codes.map((code) => [limitName(code), references(targets[dataDimensions[code].scope], dataDimensions[code].label)]),
);

/** Limits as form values; a dimension without one is an empty list. */
export function limitValues(limits: readonly Pick<DataLimit, 'dimension' | 'value_ids'>[]): Values {
  return Object.fromEntries(
    codes.map((code) => [limitName(code), limits.find((limit) => limit.dimension === code)?.value_ids ?? []]),
  );
}

/** Form values as the call takes them: dimensions that limit nothing are left out. */
export function limitItems(values: Values): { dimension: DataDimension; value_ids: number[] }[] {
  return codes.flatMap((code) => {
    const ids = values[limitName(code)] as number[] | undefined;
    return ids && ids.length > 0 ? [{ dimension: code, value_ids: ids }] : [];
  });
}
