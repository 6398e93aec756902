import { Alert } from 'antd';
import { useDeferredValue } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { type PricedGoods, type PriceQuestion, priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { spanWords } from './span-words.ts';

/**
 * What the goods of a sheet are sold at now where it will hold, and which other sheets stand in its way, row by row: known before
 * anybody submits it.
 */
export function PresentPrices({ form }: { form: FormView }) {
  const question = useDeferredValue(questionOf(form));
  const read = useRead(priceSheet, priceCalls.addView, {
    input: question ?? { sku_ids: [], price_type: 1, scope_type: 1 },
    when: question !== null,
  });
  if (question === null || !read.value) return null;
  const prices = new Map(form.lines.rows.map(({ values }) => [values.sku_id, values.new_price]));
  const rows: Shown[] = read.value.lines.map((line) => ({
    ...line,
    id: line.sku_id,
    new_price: typeof prices.get(line.sku_id) === 'number' ? Number(prices.get(line.sku_id)) : null,
  }));
  const conflicts = rows.filter(({ conflict }) => conflict);
  const over = rows.filter(({ new_price: price, tag_price: tag }) => price !== null && price > tag);
  const losing = rows.filter(({ new_price: price, even_price: even }) => price !== null && even && price < even);
  const unknown = rows.filter(({ cost_price: cost }) => cost === null);
  return (
    <>
      {conflicts.length > 0 && (
        <Alert
          type="error"
          title={`${conflicts.length} 个货品与其他调价单冲突，提交前请处理`}
          description={
            <DataTable<Shown>
              name="price-conflicts"
              label="冲突"
              columns={conflictColumns}
              rows={conflicts}
              height={Math.min(240, 48 + conflicts.length * 36)}
            />
          }
        />
      )}
      {over.length > 0 && (
        <Alert
          type="warning"
          title={`${over.length} 个货品的新售价高于吊牌价：${over
            .slice(0, named)
            .map(({ sku_no, tag_price }) => `${sku_no}（吊牌价 ${printYuan(tag_price)}）`)
            .join('、')}`}
        />
      )}
      {losing.length > 0 && (
        <Alert
          type="warning"
          title={`${losing.length} 个货品的新售价低于成本：${losing
            .slice(0, named)
            .map(({ sku_no }) => sku_no)
            .join('、')}，财务审核时需要说明`}
        />
      )}
      {unknown.length > 0 && (
        <Alert type="warning" title={`${unknown.length} 个货品无成本，毛利无法核对，财务审核时需要说明`} />
      )}
      <details className="desk-block">
        <summary>{`现售价（${rows.length} 个货品）`}</summary>
        <DataTable<Shown>
          name="price-present"
          label="现售价"
          columns={columns}
          rows={rows}
          height={Math.min(280, 48 + rows.length * 36)}
          busy={read.refreshing}
        />
      </details>
    </>
  );
}

type Shown = Row & PricedGoods & { new_price: number | null };

/** Goods that a sentence names one by one. */
const named = 3;

function questionOf({ values, lines, record }: FormView): PriceQuestion | null {
  const skuIds = lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []));
  if (skuIds.length === 0 || typeof values.price_type !== 'number' || typeof values.scope_type !== 'number')
    return null;
  const ids = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    ...(record ? { id: (record as { id: number }).id } : {}),
    sku_ids: skuIds.slice(0, limits.pastedEntries),
    price_type: values.price_type,
    scope_type: values.scope_type,
    organize_ids: ids(values.organize_ids),
    shop_ids: ids(values.shop_ids),
    sale_channel_value: text(values.sale_channel_value),
    effective_at: text(values.effective_at),
    expire_at: text(values.expire_at),
  };
}

const money = (value: number | null | undefined) => (value === null || value === undefined ? '' : printYuan(value));

const lineFields = priceSheet.lines.fields;

const columns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: sku.fields.name.label, width: 220, render: (row) => row.name },
  {
    name: 'tag_price',
    label: lineFields.tag_price.label,
    width: 104,
    align: 'end',
    render: (row) => money(row.tag_price),
  },
  { name: 'old_price', label: salePrice.label, width: 104, align: 'end', render: (row) => money(row.old_price) },
  {
    name: 'new_price',
    label: lineFields.new_price.label,
    width: 104,
    align: 'end',
    render: (row) => money(row.new_price),
  },
];

const conflictColumns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'price_no', label: priceSheet.label, width: 160, render: ({ conflict }) => conflict?.price_no },
  {
    name: 'status',
    label: '状态',
    width: 112,
    render: ({ conflict }) => conflict && <StatusOf definition={priceSheet} status={conflict.status} />,
  },
  {
    name: 'scope',
    label: priceSheet.fields.scope_type.label,
    width: 120,
    render: ({ conflict }) => conflict?.scope_name,
  },
  { name: 'time', label: '时间', width: 280, render: ({ conflict }) => conflict && spanWords(conflict) },
];
