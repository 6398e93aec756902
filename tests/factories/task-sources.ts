import { type RawBuilder, sql } from 'kysely';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import type { ExportColumn, SourceOf } from '#server/tasks/exports/source.ts';

/** The same source for every kind of export. */
export function everyKind(source: SourceOf): Record<ExportType, SourceOf> {
  return { 1: source, 2: source, 3: source, 4: source, 5: source };
}

/** A source of so many rows: a number, a text of ours, one that people wrote, a price and one behind a key. */
export function rowsSource(count: RawBuilder<unknown>, more: readonly ExportColumn[] = []): SourceOf {
  return () => ({
    columns: [
      { heading: '编号', value: sql`'NO' || n`, shape: 'code' },
      { heading: '名称', value: sql`'商品' || n`, shape: 'text' },
      { heading: '数量', value: sql`n`, shape: 'figure' },
      { heading: '价格', value: sql`round(n / 100.0, 2)`, shape: 'figure' },
      { heading: '成本', value: sql`round(n / 200.0, 2)`, shape: 'figure', mask: 'stock:costView' },
      ...more,
    ],
    from: sql`generate_series(1, ${count}) as n`,
    where: [],
    order: sql`n`,
  });
}
