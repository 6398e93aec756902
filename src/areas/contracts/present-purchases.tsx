import { Alert } from 'antd';
import { useDeferredValue } from 'react';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import {
  type PurchasedGoods,
  type PurchaseQuestion,
  purchasePriceCalls,
} from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { questionOf } from './purchase-question.ts';

/** What the goods of a sheet are bought and sold at now, and which of them it cannot price: known before anybody submits it. */
export function PresentPurchases({ form }: { form: FormView }) {
  const question = useDeferredValue(withGoods(form));
  const read = useRead(purchasePriceSheet, purchasePriceCalls.addView, {
    input: question ?? { supplier_id: 1, sku_ids: [] },
    when: question !== null,
  });
  if (question === null || !read.value) return null;
  const prices = new Map(form.lines.rows.map(({ values }) => [values.sku_id, values.new_price]));
  const rows: Shown[] = read.value.lines.map((line) => ({
    ...line,
    id: line.sku_id,
    new_price: typeof prices.get(line.sku_id) === 'number' ? Number(prices.get(line.sku_id)) : null,
  }));
  const problems = rows.filter(({ problem }) => problem !== null);
  const losing = rows.filter(({ new_price: price, sale_price: sold }) => price !== null && price > sold);
  return (
    <>
      {problems.length > 0 && (
        <Alert
          type="error"
          title={`${problems.length} 个货品不能按此单定价，提交前请处理`}
          description={
            <DataTable<Shown>
              name="purchase-problems"
              label="不能定价的货品"
              columns={problemColumns}
              rows={problems}
              height={Math.min(240, 48 + problems.length * 36)}
            />
          }
        />
      )}
      {losing.length > 0 && (
        <Alert
          type="warning"
          title={`${losing.length} 个货品的新进价高于现售价：${losing
            .slice(0, named)
            .map(({ sku_no, sale_price }) => `${sku_no}（现售价 ${printYuan(sale_price)}）`)
            .join('、')}`}
        />
      )}
      <details className="desk-block">
        <summary>{`${purchasePrice.label}（${rows.length} 个货品）`}</summary>
        <DataTable<Shown>
          name="purchase-present"
          label={purchasePrice.label}
          columns={columns}
          rows={rows}
          height={Math.min(280, 48 + rows.length * 36)}
          busy={read.refreshing}
        />
      </details>
    </>
  );
}

type Shown = Row & PurchasedGoods & { new_price: number | null };

/** Goods that a sentence names one by one. */
const named = 3;

function withGoods(form: FormView): PurchaseQuestion | null {
  const asked = questionOf(form);
  const skuIds = form.lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []));
  if (!asked || skuIds.length === 0) return null;
  return { ...asked, sku_ids: skuIds.slice(0, limits.pastedEntries) };
}

const money = (value: number | null) => (value === null ? '' : printYuan(value));

const lineFields = purchasePriceSheet.lines.fields;

const goodsColumns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: sku.fields.name.label, width: 220, render: (row) => row.name },
];

const columns: Column<Shown>[] = [
  ...goodsColumns,
  {
    name: 'tag_price',
    label: sku.fields.tag_price.label,
    width: 104,
    align: 'end',
    render: (row) => money(row.tag_price),
  },
  {
    name: 'sale_price',
    label: lineFields.sale_price.label,
    width: 104,
    align: 'end',
    render: (row) => money(row.sale_price),
  },
  {
    name: 'old_price',
    label: lineFields.old_price.label,
    width: 104,
    align: 'end',
    render: (row) => money(row.old_price),
  },
  {
    name: 'new_price',
    label: lineFields.new_price.label,
    width: 112,
    align: 'end',
    render: (row) => money(row.new_price),
  },
];

const problemColumns: Column<Shown>[] = [
  ...goodsColumns,
  { name: 'problem', label: '原因', width: 480, render: (row) => row.problem },
];
