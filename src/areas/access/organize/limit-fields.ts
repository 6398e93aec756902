import { dimensionCodes, limitName } from '#contract/areas/access/data-limits.ts';
import type { DataDimension } from '#contract/areas/access/data-role.ts';
import type { DataLimit } from '#contract/areas/access/organize.ts';
import type { Values } from '#src/engine/row.ts';

/** Limits as form values; a dimension without one is an empty list. */
export function limitValues(limits: readonly Pick<DataLimit, 'dimension' | 'value_ids'>[]): Values {
  return Object.fromEntries(
    dimensionCodes.map((code) => [limitName(code), limits.find((limit) => limit.dimension === code)?.value_ids ?? []]),
  );
}

/** Form values as the call takes them: dimensions that limit nothing are left out. */
export function limitItems(values: Values): { dimension: DataDimension; value_ids: number[] }[] {
  return dimensionCodes.flatMap((code) => {
    const ids = values[limitName(code)] as number[] | undefined;
    return ids && ids.length > 0 ? [{ dimension: code, value_ids: ids }] : [];
  });
}
