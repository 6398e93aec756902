import { Alert } from 'antd';
import { useDeferredValue, useEffect, useRef } from 'react';
import { contract } from '#contract/areas/contracts/contract.ts';
import { priceState } from '#contract/areas/enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { type OrderedGoods, type OrderQuestion, purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { pricedAs } from '#contract/areas/purchasing/purchase-words.ts';
import { isGiven } from '#contract/kit/given.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

/**
 * What an order stands on while it is written: its contract, of which the head takes over supplier and model, and what each of its goods
 * costs today or why it cannot be ordered. Nobody types a price.
 */
export function OrderTerms({ form }: { form: FormView }) {
  const question = useDeferredValue(questionOf(form));
  const read = useRead(purchaseOrder, purchaseCalls.addView, { input: question ?? nothing, when: question !== null });
  const terms = read.value?.terms;
  const { put } = form;
  const taken = useRef(form.values.contract_id);
  const supplier = form.values.supplier_id;
  // Whom somebody has chosen is never replaced without a word.
  const stranger = terms !== undefined && isGiven(supplier) && supplier !== terms.supplier_id;
  useEffect(() => {
    if (!terms || stranger || taken.current === terms.contract_id) return;
    taken.current = terms.contract_id;
    put({
      supplier_id: terms.supplier_id,
      supplier_id__title: terms.supplier_name,
      co_model: terms.co_model,
      purchaser_id: terms.purchaser_id,
      purchaser_id__title: terms.purchaser_name,
    });
  }, [terms, stranger, put]);
  if (question === null || !read.value || !terms) return null;
  const quantities = new Map(form.lines.rows.map(({ values }) => [values.sku_id, values.qty]));
  const rows: Shown[] = read.value.lines.map((line) => {
    const qty = quantities.get(line.sku_id);
    const known = typeof qty === 'number' && typeof line.price === 'number';
    return {
      ...line,
      id: line.sku_id,
      qty: typeof qty === 'number' ? qty : null,
      amount: known ? (qty as number) * (line.price as number) : null,
    };
  });
  const problems = rows.filter(({ problem }) => problem !== null);
  const estimated = rows.filter(({ problem, price_state }) => problem === null && price_state === pricedAs.estimated);
  const amount = rows.reduce((sum, row) => sum + (row.amount ?? 0), 0);
  const limit = terms.amount_limit ?? null;
  const over = limit !== null && (terms.taken_amount ?? 0) + amount > limit;
  return (
    <>
      {stranger && (
        <Alert
          type="error"
          title={`合同 ${terms.contract_no} 是供应商“${terms.supplier_name}”的，不能用于所选供应商，请改选合同或供应商`}
        />
      )}
      {!terms.in_force && <Alert type="error" title={`合同 ${terms.contract_no} 不在执行中，不能下单`} />}
      {over && (
        <Alert
          type="warning"
          title={`合同采购额上限 ${printYuan(limit)}，其他采购单已占用 ${printYuan(terms.taken_amount ?? 0)}，加上此单将超出`}
        />
      )}
      {problems.length > 0 && (
        <Alert
          type="error"
          title={`${problems.length} 个货品不能下单：${problems
            .slice(0, shown)
            .map(({ sku_no, problem }) => `${sku_no}（${problem ?? ''}）`)
            .join('、')}`}
        />
      )}
      {estimated.length > 0 && (
        <Alert
          type="warning"
          title={`${estimated.length} 个货品没有生效的进价，将按暂估价下单：${estimated
            .slice(0, shown)
            .map(({ sku_no }) => sku_no)
            .join('、')}${estimated.length > shown ? ' 等' : ''}`}
        />
      )}
      {rows.length > 0 && (
        <details className="desk-block">
          <summary>{summaryOf(rows.length, sumQty(rows), 'price' in (rows[0] ?? {}) ? amount : null)}</summary>
          <DataTable<Shown>
            name="purchase-prices"
            label="进价"
            columns={columns.filter(({ name }) => !costs.has(name) || 'price' in (rows[0] ?? {}))}
            rows={rows}
            height={Math.min(280, 48 + rows.length * 36)}
            busy={read.refreshing}
          />
        </details>
      )}
    </>
  );
}

type Shown = Row & OrderedGoods & { qty: number | null; amount: number | null };

/** Goods that a sentence names one by one. */
const shown = 3;
const nothing: OrderQuestion = { contract_id: 1, sku_ids: [] };

function questionOf({ values, lines, record }: FormView): OrderQuestion | null {
  if (typeof values.contract_id !== 'number') return null;
  const skuIds = lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []));
  return {
    ...(record ? { id: (record as { id: number }).id } : {}),
    contract_id: values.contract_id,
    sku_ids: [...new Set(skuIds)].slice(0, limits.pastedEntries),
  };
}

const sumQty = (rows: readonly Shown[]): number => rows.reduce((sum, { qty }) => sum + (qty ?? 0), 0);

const summaryOf = (count: number, qty: number, amount: number | null): string =>
  `今日进价（${grouped(count)} 个货品，${grouped(qty)} 件${amount === null ? '' : `，${printYuan(amount)}`}）`;

const money = (value: number | null | undefined) => (value === null || value === undefined ? '' : printYuan(value));

const fields = purchaseOrder.lines.fields;
/** Columns for whoever may see what goods cost. */
const costs = new Set(['price', 'amount']);

const columns: Column<Shown>[] = [
  { name: 'sku_no', label: sku.fields.sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: sku.fields.name.label, width: 240, render: (row) => row.name },
  { name: 'qty', label: fields.qty.label, width: 96, align: 'end', render: ({ qty }) => qty !== null && grouped(qty) },
  {
    name: 'price',
    label: fields.purchase_price.label,
    width: 112,
    align: 'end',
    render: (row) => money(row.price),
  },
  {
    name: 'price_state',
    label: fields.price_state.label,
    width: 112,
    render: (row) => priceState[row.price_state as keyof typeof priceState],
  },
  { name: 'amount', label: fields.amount.label, width: 120, align: 'end', render: (row) => money(row.amount) },
  { name: 'problem', label: contract.label, width: 200, render: (row) => row.problem ?? '' },
];
