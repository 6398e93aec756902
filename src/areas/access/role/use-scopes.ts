import { type DataRoleOption, dataDimensions, dataRole, dataRoleCalls } from '#contract/areas/access/data-role.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRead } from '#src/engine/use-read.ts';

/** One dimension of a data role: what it is limited to, in names; null when it is not limited. */
export interface ScopeLine {
  readonly name: string;
  readonly titles: string[] | null;
}

/** What the chosen data roles let people see, dimension by dimension, and the data roles to choose from. */
export function useScopes(chosen: readonly number[]): {
  options: readonly DataRoleOption[];
  scopes: { id: number; name: string; lines: ScopeLine[] }[];
} {
  const roles = useRead({ key: keysOf(dataRole).options({}) }, dataRoleCalls.options, { input: {} });
  const dimensions = useRead({ key: keysOf(dataRole).whole({ dimensions: true }) }, dataRoleCalls.dimensions, {
    input: {},
  });
  const titles = new Map(
    (dimensions.value?.data ?? []).map((one) => [
      one.dimension,
      new Map(one.options.map(({ id, title }) => [id, title])),
    ]),
  );
  const options = roles.value?.data ?? [];
  const scopes = chosen.flatMap((id) => {
    const found = options.find((one) => one.id === id);
    if (!found) return [];
    const lines = Object.entries(dataDimensions).map(([code, { label }]) => {
      const dimension = Number(code) as keyof typeof dataDimensions;
      const limit = found.permissions.find((one) => one.dimension === dimension);
      const names = limit?.value_ids.map((value) => titles.get(dimension)?.get(value) ?? `#${value}`);
      return { name: label, titles: names && names.length > 0 ? names : null };
    });
    return [{ id, name: found.name, lines }];
  });
  return { options, scopes };
}
