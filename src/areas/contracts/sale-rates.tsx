import { useId, useMemo, useState } from 'react';
import { purchasePriceCalls, type SaleRate } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import type { Fields } from '#contract/kit/field.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { businessDay, date } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

/** What of the goods of a sheet came in and was sold between two days. */
export function SaleRates({ lines }: { lines: readonly Row[] }) {
  const id = useId();
  const [asked, setAsked] = useState<Values>(lastDays);
  const titles = useMemo(
    () => new Map(lines.map((line) => [line.sku_id, String(line[titleKey('sku_id')] ?? '')])),
    [lines],
  );
  const { date_from, date_to } = asked as unknown as Span;
  const sku_ids = [...titles.keys()].map(Number).slice(0, limits.pastedEntries);
  const ready = sku_ids.length > 0 && Boolean(date_from) && Boolean(date_to) && date_from <= date_to;
  const read = useRead(purchasePriceSheet, purchasePriceCalls.saleRate, {
    input: { sku_ids, date_from, date_to },
    when: ready,
  });
  const rows: Shown[] = (read.value?.list ?? []).map((rate) => ({
    ...rate,
    id: rate.sku_id,
    title: titles.get(rate.sku_id) ?? '',
  }));
  if (sku_ids.length === 0) return <EmptyFace />;
  return (
    <>
      <div className="desk-fields">
        {Object.entries(askedFields).map(([name, field]) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            values={asked}
            onChange={(changed, value) => setAsked((before) => ({ ...before, [changed]: value }))}
          />
        ))}
      </div>
      <Content of={read}>
        <DataTable<Shown>
          name="purchase-sale-rates"
          label={sale_rate_bp.label}
          columns={columns}
          rows={rows}
          height={320}
          loading={read.loading}
          busy={read.refreshing}
        />
      </Content>
    </>
  );
}

interface Span {
  date_from: string;
  date_to: string;
}

/** Three months are a season. */
const lastDays = (): Values => ({
  date_from: businessDay(new Date(Date.now() - 90 * 86_400_000)),
  date_to: businessDay(new Date()),
});

const askedFields = {
  date_from: date('开始日期', { required: true }),
  date_to: date('结束日期', { required: true }),
} satisfies Fields;

type Shown = Row & SaleRate & { title: string };

const { sale_rate_bp } = purchasePriceSheet.lines.fields;

const columns: Column<Shown>[] = [
  { name: 'title', label: sku.fields.sku_no.label, width: 180, render: (row) => row.title },
  { name: 'in_qty', label: '入库数量', width: 112, align: 'end', render: (row) => grouped(row.in_qty) },
  { name: 'sale_qty', label: '销售数量', width: 112, align: 'end', render: (row) => grouped(row.sale_qty) },
  {
    name: 'sale_rate_bp',
    label: sale_rate_bp.label,
    width: 112,
    align: 'end',
    render: (row) => (row.sale_rate_bp === null ? '' : sale_rate_bp.kind.print(row.sale_rate_bp, sale_rate_bp)),
  },
];
