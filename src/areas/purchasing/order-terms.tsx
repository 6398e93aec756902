import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { pricedAs } from '#contract/areas/purchasing/purchase-enums.ts';
import { isGiven } from '#contract/kit/given.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useOrderTerms } from './use-order-terms.ts';

/**
 * What an order stands on while it is written: its contract, of which the head takes over supplier and model, and what each of its goods
 * costs today or why it cannot be ordered. Nobody types a price.
 */
export function OrderTerms({ form }: { form: FormView }) {
  const { terms, goods } = useOrderTerms(form);
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
  if (!terms) return null;
  const quantities = new Map(form.lines.rows.map(({ values }) => [values.sku_id, values.qty]));
  const problems = goods.filter(({ problem }) => problem !== null);
  const estimated = goods.filter(({ problem, price_state }) => problem === null && price_state === pricedAs.estimated);
  const amount = goods.reduce((sum, { sku_id, price }) => sum + Number(quantities.get(sku_id) ?? 0) * (price ?? 0), 0);
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
    </>
  );
}

/** Goods that a sentence names one by one. */
const shown = 3;
