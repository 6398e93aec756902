import { useMemo, useState } from 'react';
import { priceRecord } from '#contract/areas/price/price-record.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import type { Row } from '#src/engine/row.ts';
import styles from './price.module.css';

const width = 960;
const height = 160;

/** How the price of one piece of goods has gone, step by step; the records below say the same in words. */
export function PriceChart({ skuId }: { skuId: number }) {
  const [end] = useState(() => Date.now());
  const list = useList(priceRecord, {
    inAddress: false,
    fixed: useMemo(() => ({ sku_id: [skuId], page_size: limits.pageSizeMost }), [skuId]),
  }) as unknown as ListView<Row>;
  const steps = [...list.rows]
    .map(({ at, old_price: before, new_price: after, scope_name: scope }) => ({
      at: Date.parse(String(at)),
      before: Number(before ?? after),
      after: Number(after),
      scope: String(scope ?? ''),
    }))
    .sort((one, other) => one.at - other.at);
  const [first] = steps;
  if (!first) return null;
  const from = first.at - (end - first.at) * 0.05;
  const most = Math.max(...steps.flatMap(({ before, after }) => [before, after]));
  const x = (at: number) => ((at - from) / Math.max(1, end - from)) * width;
  const y = (price: number) => height - (price / Math.max(1, most)) * (height - 12);
  const scopes = [...new Set(steps.map(({ scope }) => scope))];
  return (
    <figure className={styles.chart}>
      <figcaption>{`售价走势，最高 ${printYuan(most)}`}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`售价走势：${steps.length} 次变更`}>
        {scopes.map((scope, index) => {
          const own = steps.filter((step) => step.scope === scope);
          const [begin] = own;
          const path = own.map((step) => `H${x(step.at)}V${y(step.after)}`).join('');
          return (
            begin && (
              <path key={scope} data-line={index % 4} d={`M0 ${y(begin.before)}${path}H${width}`}>
                <title>{scope}</title>
              </path>
            )
          );
        })}
        {steps.map((step) => (
          <circle key={`${step.scope}${step.at}`} cx={x(step.at)} cy={y(step.after)} r="3">
            <title>{`${printTime(new Date(step.at).toISOString())} ${step.scope}：${printYuan(step.before)} → ${printYuan(step.after)}`}</title>
          </circle>
        ))}
      </svg>
      <p className={styles.key}>
        {scopes.map((scope, index) => (
          <span key={scope} data-line={index % 4}>
            {scope}
          </span>
        ))}
      </p>
    </figure>
  );
}
