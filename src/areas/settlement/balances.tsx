import type { SupplierBalances } from '#contract/areas/settlement/settle-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { useRead } from '#src/engine/use-read.ts';

interface BalancesProps {
  call: Call<{ supplier_id: number; id?: number }, SupplierBalances>;
  supplier: unknown;
  id?: number | undefined;
}

/** What stands between us and the supplier that a form is about. */
export function Balances({ call, supplier, id }: BalancesProps) {
  const known = typeof supplier === 'number';
  const { value } = useRead(about, call, {
    input: { supplier_id: known ? supplier : 0, ...(id === undefined ? {} : { id }) },
    when: known,
  });
  if (!known || !value) return null;
  return (
    <p className="desk-hint" role="status">
      {`应付余额 ${printYuan(value.payable)}，预付余额 ${printYuan(value.prepaid)}（可冲抵 ${printYuan(value.prepaid_free)}），保证金 ${printYuan(value.deposit)}，账期 ${value.settle_days} 天`}
    </p>
  );
}

const about = { name: 'supplierBalances' };
