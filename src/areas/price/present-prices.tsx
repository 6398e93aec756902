import { Alert } from 'antd';
import { sku } from '#contract/areas/goods/sku.ts';
import type { PricedGoods } from '#contract/areas/price/price-calls.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { Row } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { spanWords } from './span-words.ts';
import { usePresentPrices } from './use-present-prices.ts';

/**
 * What the goods of a sheet are sold at now where it will hold, and which other sheets stand in its way, row by row: known before
 * anybody submits it.
 */
export function PresentPrices({ form }: { form: FormView }) {
  const { goods } = usePresentPrices(form);
  if (goods.length === 0) return null;
  const prices = new Map(form.lines.rows.map(({ values }) => [values.sku_id, values.new_price]));
  const rows: Shown[] = goods.map((line) => ({
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
    </>
  );
}

type Shown = Row & PricedGoods & { new_price: number | null };

/** Goods that a sentence names one by one. */
const named = 3;

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
