import { Alert } from 'antd';
import type { PurchasedGoods } from '#contract/areas/contracts/purchase-price-calls.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { Row } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { usePresentPurchases } from './use-present-purchases.ts';

/** Which goods of a sheet it cannot price, and which would sell for less than they cost: known before anybody submits it. */
export function PresentPurchases({ form }: { form: FormView }) {
  const goods = usePresentPurchases(form);
  const prices = new Map(form.lines.rows.map(({ values }) => [values.sku_id, values.new_price]));
  const problems = goods.flatMap((one): Shown[] => (one.problem === null ? [] : [{ ...one, id: one.sku_id }]));
  const losing = goods.filter(({ sku_id, sale_price: sold }) => Number(prices.get(sku_id) ?? 0) > sold);
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
    </>
  );
}

type Shown = Row & PurchasedGoods;

/** Goods that a sentence names one by one. */
const named = 3;

const problemColumns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: sku.fields.name.label, width: 220, render: (row) => row.name },
  { name: 'problem', label: '原因', width: 480, render: (row) => row.problem },
];
