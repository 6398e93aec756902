import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AreaRow, areasCall } from '#contract/areas/partners/area-calls.ts';
import { failureOf, read, worthRetry } from './failure.ts';
import { useWire } from './wire-context.tsx';

/** An area and those within it. */
export interface AreaNode {
  readonly code: string;
  readonly name: string;
  readonly children: AreaNode[];
}

/** The areas of the country, provinces first. */
export interface AreasView {
  readonly roots: readonly AreaNode[];
  /** Codes from the province down to an area; the code alone of one that is not among them. */
  pathOf(code: string): string[];
  /** The names on that way; undefined of one that is not among them, or while they are not here. */
  nameOf(code: string): string | undefined;
  readonly loading: boolean;
  readonly failure: ReturnType<typeof failureOf>;
}

/** All areas, asked for once: they change with a new version of the product. `when`: only then, always by default. */
export function useAreas(when = true): AreasView {
  const wire = useWire();
  const query = useQuery({
    queryKey: ['area', areasCall.path],
    queryFn: async ({ signal }) => (await read(wire, areasCall, { input: {}, signal })).list,
    enabled: when,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: worthRetry,
  });
  const { roots, byCode } = useMemo(() => forestOf(query.data ?? none), [query.data]);
  const rowsTo = (code: string): AreaRow[] => {
    const row = byCode.get(code);
    return row ? [...(row.parent_code === null ? [] : rowsTo(row.parent_code)), row] : [];
  };
  return {
    roots,
    pathOf: (code) => (byCode.has(code) ? rowsTo(code).map((row) => row.code) : [code]),
    nameOf: (code) => (byCode.has(code) ? nameOf(rowsTo(code)) : undefined),
    loading: query.data === undefined && query.isFetching,
    failure: failureOf(query),
  };
}

/** A name that stands above already is said once, as in the names that the server answers: 上海市 杨浦区. */
const nameOf = (rows: readonly AreaRow[]): string =>
  rows
    .map(({ name }) => name)
    .filter((name, at, names) => name !== names[at - 1])
    .join(' ');

/** Rows by code as a forest; one whose parent is not among them stands at the top. */
export function forestOf(rows: readonly AreaRow[]): { roots: AreaNode[]; byCode: ReadonlyMap<string, AreaRow> } {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const nodes = new Map(rows.map(({ code, name }): [string, AreaNode] => [code, { code, name, children: [] }]));
  const roots: AreaNode[] = [];
  for (const { code, parent_code: parent } of rows) {
    const node = nodes.get(code);
    const above = parent === null ? undefined : nodes.get(parent);
    if (node) (above?.children ?? roots).push(node);
  }
  return { roots, byCode };
}

const none: readonly AreaRow[] = [];
