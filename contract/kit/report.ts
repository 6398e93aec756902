import { type Call, query } from './call.ts';
import type { ListAnswer, ListRequest } from './calls.ts';
import type { AnyDefinition } from './definition.ts';

/** What a report is asked: a list's question, and by what its rows are put together. */
export interface ReportRequest extends ListRequest {
  /** Dimensions, the first first; those that the report starts with by default. */
  group_by?: string[];
}

/** One row for each combination of the dimensions; `sum` is over everything that was found. */
export interface ReportAnswer extends ListAnswer<Record<string, unknown>> {
  /** The last day that the figures are of; null where there are none yet. */
  as_of: string | null;
}

/**
 * A report: rows that are put together by some of their fields and summed by others. Its `rows` are a view's definition, which gives it labels,
 * kinds, filters, data scope and masks, so that a figure behind a key is in none of its columns, sums, orders and files. No list serves them.
 */
export interface Report {
  readonly name: string;
  readonly label: string;
  readonly rows: AnyDefinition;
  /** Fields by which rows may be put together, in the order in which a click leads on to the next. */
  readonly dimensions: readonly string[];
  /** The dimensions that it starts with. */
  readonly starts: readonly string[];
  /** Fields that are summed, in the order of the columns. */
  readonly measures: readonly string[];
  /** A range among the filters that says which days are asked for: what it means is its source's, not a condition on rows. */
  readonly days: string;
  readonly call: Call<ReportRequest, ReportAnswer>;
  /** Saves what it shows as a file. */
  readonly file: Call<ReportRequest, never>;
}

/** Declares a report; its calls are read by `segment` and saved by `file`, each with its key. */
export function report(
  meaning: Omit<Report, 'call' | 'file'> & {
    readonly list: readonly [path: `/${string}`, access: `${string}:${string}`];
    readonly saved: readonly [path: `/${string}`, access: `${string}:${string}`];
  },
): Report {
  const { list, saved, ...rest } = meaning;
  return {
    ...rest,
    call: query({ service: 'erp', path: list[0], access: list[1], timeout: 'export' }),
    file: query({ service: 'erp', path: saved[0], access: saved[1], timeout: 'export' }),
  };
}

/** The dimension that a click on a row of these leads to: the first that comes behind all of them; undefined at the end. */
export function nextDimension(
  { dimensions }: Pick<Report, 'dimensions'>,
  grouped: readonly string[],
): string | undefined {
  const last = Math.max(...grouped.map((name) => dimensions.indexOf(name)));
  return dimensions.slice(last + 1).find((name) => !grouped.includes(name));
}

/** The definition of what a report shows grouped so: its dimensions and measures as columns, sums and orders. */
export function groupedBy(
  rows: AnyDefinition,
  { measures }: Pick<Report, 'measures'>,
  grouped: readonly string[],
): AnyDefinition {
  const shown = measures.filter((name) => name in rows.fields);
  return {
    ...rows,
    list: {
      ...rows.list,
      columns: [...grouped, ...shown],
      sum: shown,
      sort: [...grouped, ...shown.flatMap((name) => [`-${name}` as const])],
    },
  };
}
