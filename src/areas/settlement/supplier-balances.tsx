import { supplierBalances } from '#contract/areas/settlement/settle-calls.ts';
import { subledgerNames } from '#contract/areas/settlement/settle-enums.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { BlockProps } from '#src/engine/record-blocks.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, LoadingFace } from '#src/kit/desk/faces.tsx';

/** What stands in the accounts that the house keeps of a supplier. */
export function Block({ id }: BlockProps) {
  const { value, loading, failure, stale, reload } = useRead(about, supplierBalances, { input: { supplier_id: id } });
  return (
    <Content of={{ failure, stale, reload }}>
      {loading && <LoadingFace />}
      {value && (
        <dl className="desk-facts" aria-label="供应商余额">
          {Object.entries(subledgerNames).map(([account, name]) => (
            <div key={account}>
              <dt>{name}</dt>
              <dd>{printYuan(value.balances[account] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="desk-hint">预付、保证金为供应商持有的金额，其余大于零为应付供应商</p>
    </Content>
  );
}

const about = { name: 'supplierBalances' };
