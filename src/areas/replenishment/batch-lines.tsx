import { useMemo } from 'react';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { Row } from '#src/engine/row.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

const { sku_id, qty } = batchAllot.lines.fields;

/** The matrix of a batch as it was written, for reading: goods down, receivers across. */
export function BatchLines({ lines }: { lines: readonly Row[] }) {
  const { rows, columns } = useMemo(() => crossOf(lines), [lines]);
  return (
    <DataTable<Crossed>
      name="batchAllot-cross"
      label={batchAllot.lines.label}
      columns={columns}
      rows={rows}
      height={420}
    />
  );
}

type Crossed = Row & {
  readonly title: string;
  readonly hint: string;
  readonly cells: ReadonlyMap<number, number>;
  readonly sum: number;
};

function crossOf(lines: readonly Row[]): { rows: Crossed[]; columns: Column<Crossed>[] } {
  const receivers = new Map(
    lines.map((line) => [Number(line.in_warehouse_id), String(line.in_warehouse_id__title ?? line.in_warehouse_id)]),
  );
  const goods = new Map<number, { title: string; hint: string; cells: Map<number, number> }>();
  for (const line of lines) {
    const id = Number(line.sku_id);
    const one = goods.get(id) ?? {
      title: String(line.sku_id__title ?? id),
      hint: String(line.sku_id__hint ?? ''),
      cells: new Map<number, number>(),
    };
    goods.set(id, one);
    one.cells.set(Number(line.in_warehouse_id), Number(line.qty));
  }
  const rows = [...goods].map(([id, one]) => ({
    ...one,
    id,
    sum: [...one.cells.values()].reduce((sum, pieces) => sum + pieces, 0),
  }));
  const sumOf = (to: number) => rows.reduce((sum, { cells }) => sum + (cells.get(to) ?? 0), 0);
  const figure = (name: string, label: string, of: (row: Crossed) => number | undefined): Column<Crossed> => ({
    name,
    label,
    width: 112,
    align: 'end',
    render: (row) => printed(of(row)),
    text: (row) => printed(of(row)),
  });
  return {
    rows,
    columns: [
      { name: 'title', label: sku_id.label, width: 160, render: ({ title }) => title },
      { name: 'hint', label: '名称', width: 220, render: ({ hint }) => hint },
      ...[...receivers].map(([to, title]) =>
        figure(`to-${to}`, `${title}（${grouped(sumOf(to))}）`, ({ cells }) => cells.get(to)),
      ),
      figure('sum', `${qty.label}合计`, ({ sum }) => sum),
    ],
  };
}

const printed = (value: number | undefined): string => (value === undefined ? '' : grouped(value));
