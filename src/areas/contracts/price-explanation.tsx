import { useId, useMemo, useState } from 'react';
import { contract } from '#contract/areas/contracts/contract.ts';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { type PurchasePriceAnswer, purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { priceState } from '#contract/areas/enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import type { Fields } from '#contract/kit/field.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { reference, references } from '#contract/kit/kinds/reference.ts';
import { businessDay, date } from '#contract/kit/kinds/time.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

/** The price that an order line has on a day, and why: which sheet, which contract; or that it is estimated. */
export function PriceExplanation() {
  const id = useId();
  const [asked, setAsked] = useState<Values>(() => ({ date: businessDay(new Date()) }));
  const question = useMemo(() => questionOf(asked), [asked]);
  const read = useRead(purchasePrice, purchasePriceCalls.explain, {
    input: question ?? nobody,
    when: question !== null,
  });
  const rows: Shown[] = (read.value?.list ?? []).map((answer) => ({ ...answer, id: answer.sku_id }));
  return (
    <details className="desk-block">
      <summary>单价说明：某日下单的进价出自哪张采购价单、哪份合同</summary>
      <div className="desk-fields">
        {Object.entries(askedFields).map(([name, field]) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            values={asked}
            onChange={(changed, value, shown) => setAsked((before) => ({ ...before, [changed]: value, ...shown }))}
          />
        ))}
      </div>
      {question && (
        <Content of={read}>
          <DataTable<Shown>
            name="purchase-price-explanation"
            label="单价说明"
            columns={columns}
            rows={rows}
            height={Math.min(280, 48 + Math.max(1, rows.length) * 36)}
            loading={read.loading}
            busy={read.refreshing}
          />
        </Content>
      )}
    </details>
  );
}

const askedFields = {
  supplier_id: reference(() => supplier, supplier.label, { required: true }),
  sku_ids: references(() => sku, sku.label),
  date: date('下单日期', { required: true }),
} satisfies Fields;

interface Question {
  supplier_id: number;
  sku_ids: number[];
  date: string;
}

const nobody: Question = { supplier_id: 1, sku_ids: [1], date: '2000-01-01' };

function questionOf({ supplier_id, sku_ids, date: day }: Values): Question | null {
  const chosen = Array.isArray(sku_ids) ? (sku_ids as number[]) : [];
  if (typeof supplier_id !== 'number' || chosen.length === 0 || typeof day !== 'string' || day === '') return null;
  return { supplier_id, sku_ids: chosen, date: day };
}

type Shown = Row & PurchasePriceAnswer;

const { price, tax_rate_bp, effective_date } = purchasePrice.fields;

const columns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: sku.fields.name.label, width: 220, render: (row) => row.name },
  {
    name: 'price',
    label: price.label,
    width: 112,
    align: 'end',
    render: (row) => (row.price === null ? '' : printYuan(row.price)),
  },
  {
    name: 'tax_rate_bp',
    label: tax_rate_bp.label,
    width: 80,
    align: 'end',
    render: (row) => (row.tax_rate_bp === null ? '' : tax_rate_bp.kind.print(row.tax_rate_bp, tax_rate_bp)),
  },
  {
    name: 'price_state',
    label: '进价状态',
    width: 112,
    render: (row) => priceState[row.price_state as keyof typeof priceState],
  },
  { name: 'sheet_no', label: purchasePriceSheet.label, width: 160, render: (row) => row.sheet_no },
  { name: 'contract_no', label: contract.label, width: 160, render: (row) => row.contract_no },
  {
    name: 'span',
    label: effective_date.label,
    width: 240,
    render: (row) =>
      row.effective_date &&
      (row.expire_date ? `${row.effective_date} 起，${row.expire_date} 前` : `${row.effective_date} 起`),
  },
];
