import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { groupedBy, type Report, type ReportAnswer, type ReportRequest } from '#contract/kit/report.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from './call-context.ts';
import { guarded, quoted } from './csv-file.ts';
import { exactSum } from './exact-sum.ts';
import { refuseForgotten } from './kept-lists.ts';
import { listFile } from './list-file.ts';
import { conditionsOf, whereClause } from './list-query.ts';
import { titlesOf } from './record-query.ts';
import { seenSchema } from './seen-schema.ts';
import type { Kit } from './serve-entity.ts';

/** Where a report's rows come from for some days, as a table; and the last day that they can be of. */
export interface ReportRows {
  readonly from: RawBuilder<unknown>;
  readonly asOf: string | null;
}

type Row = Record<string, unknown>;
type RowsOf = (context: ReadContext, days: { from: string | undefined; to: string | undefined }) => Promise<ReportRows>;

/**
 * Serves a report: one statement puts the rows together by the dimensions asked for, within the caller's data scope and without what stands
 * behind keys they do not hold, and sums over all of them. Its file is the same question without pages.
 */
export function serveReport({ registry }: Kit, report: Report, rowsOf: RowsOf): void {
  const schema = seenSchema(report.rows, (seen) => schemaOf(seen, report));
  registry.read(report.call, schema, (context, asked) => answer(context, { report, rowsOf, asked }), report.rows);
  registry.read(
    report.file,
    schema,
    async (context, asked) => (await file(context, { report, rowsOf, asked })) as never,
    report.rows,
  );
}

function schemaOf(seen: AnyDefinition, report: Report) {
  const whole = groupedBy(seen, report, report.dimensions);
  return listSchema(whole)
    .omit({ keyword: true, ids: true, exact: true })
    .extend({
      group_by: z
        .array(z.enum([...report.dimensions]))
        .min(1)
        .max(report.dimensions.length)
        .refine((names) => new Set(names).size === names.length, '不能重复')
        .optional(),
    });
}

interface Asking {
  readonly report: Report;
  readonly rowsOf: RowsOf;
  readonly asked: ReportRequest;
}

async function questionOf(context: ReadContext, { report, rowsOf, asked }: Asking) {
  const { actor, db } = context;
  await refuseForgotten(db, report.rows, asked);
  const grouped = asked.group_by ?? report.starts;
  const seen = groupedBy(seenBy(report.rows, actor), report, grouped);
  const { [`${report.days}_from`]: from, [`${report.days}_to`]: to, ...filters } = asked;
  const { from: source, asOf } = await rowsOf(context, {
    from: from as string | undefined,
    to: to as string | undefined,
  });
  const measures = seen.list.sum ?? [];
  const found = sql`from ${source} as r${whereClause(conditionsOf(seen, actor, filters))}`;
  const dims = sql.join(grouped.map((name) => sql.ref(`r.${name}`)));
  const sums = sql.join(measures.map((name) => sql`${exactSum(name)} as ${sql.ref(name)}`));
  // A combination at which nothing stands and nothing moved is no row.
  const something = sql.join(
    measures.map((name) => sql`coalesce(sum(${sql.ref(`r.${name}`)}), 0) <> 0`),
    sql` or `,
  );
  const rows = sql`select ${dims}, ${sums} ${found} group by ${dims} having ${something}`;
  const fields = Object.fromEntries(grouped.map((name) => [name, fieldOf(seen, name)]));
  return {
    seen,
    grouped,
    measures,
    asOf,
    found,
    sums,
    rows,
    titles: titlesOf(fields, 'p', { actor, within: report.rows }),
  };
}

async function answer(context: ReadContext, asking: Asking): Promise<ReportAnswer> {
  const { asked } = asking;
  const { grouped, measures, asOf, found, sums, rows, titles } = await questionOf(context, asking);
  const size = asked.page_size ?? limits.pageSize;
  const { rows: page } = await sql<Row & { total__: number }>`
    with g as materialized (${rows}),
      p as (select *, (select count(*) from g)::bigint as total__ from g order by ${orderOf(asked, grouped, measures)} limit ${size} offset ${((asked.page ?? 1) - 1) * size})
    select p.*${titles.columns} from p ${titles.joins} order by ${orderOf(asked, grouped, measures)}`.execute(
    context.db,
  );
  const { rows: totals } = await sql<Record<string, number | null>>`select ${sums} ${found}`.execute(context.db);
  const first = page[0]?.total__;
  const total = first ?? ((asked.page ?? 1) > 1 ? await countOf(context, rows) : 0);
  const list = page.map(({ total__: _total, ...row }) => row);
  return { list, total, capped: false, sum: totals[0] ?? {}, as_of: asOf };
}

async function countOf({ db }: ReadContext, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::bigint as count from (${rows}) g`.execute(db);
  return counted[0]?.count ?? 0;
}

async function file(context: ReadContext, asking: Asking) {
  const { report, asked } = asking;
  const { seen, grouped, measures, rows, titles } = await questionOf(context, asking);
  const columns = [...grouped, ...measures].map((name) => ({
    name,
    field: allFields(seen)[name] ?? fieldOf(seen, name),
  }));
  return await listFile<Row>(context, {
    name: asked.fileName || report.label,
    label: report.label,
    asked,
    heading: columns.map(({ field }) => quoted(field.label)).join(','),
    line: (row) =>
      columns
        .map(({ name, field }) => {
          const value = row[name];
          if (value === null || value === undefined) return '';
          if (field.target) return guarded(String(row[titleKey(name)] ?? value));
          const printed = field.kind.print(value, field);
          return field.kind.align === 'end' ? quoted(printed.replaceAll(',', '')) : guarded(printed);
        })
        .join(','),
    select: sql<Row>`
      with p as (${rows}) select p.*${titles.columns} from p ${titles.joins} order by ${orderOf(asked, grouped, measures)} limit ${limits.exportRows + 1}`,
  });
}

/** By what was asked for where that is shown, and always by the dimensions at last, so that pages never overlap. */
function orderOf(
  { sort }: ReportRequest,
  grouped: readonly string[],
  measures: readonly string[],
): RawBuilder<unknown> {
  const name = sort?.replace(/^-/, '');
  const chosen =
    name && [...grouped, ...measures].includes(name)
      ? [sort?.startsWith('-') ? sql`${sql.ref(name)} desc nulls last` : sql.ref(name)]
      : [];
  return sql.join([...chosen, ...grouped.map((one) => sql.ref(one))]);
}
