import { Alert } from 'antd';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { returnRates } from '#contract/areas/purchasing/back-order-calls.ts';
import { useRead } from '#src/engine/use-read.ts';

/** Warns of a return by which more goes back than the contract of the goods lets go back. */
export function ReturnRates({ id }: { id: number }) {
  const { value } = useRead(backOrder, returnRates, { input: { id } });
  if (!value || value.list.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={value.list
        .map(
          (one) =>
            `合同 ${one.contract_no} 可退比例 ${percent(one.return_rate_bp)}，此前已退 ${percent(one.others_bp)}，含本单 ${percent(one.returned_bp)}，超出约定`,
        )
        .join('；')}
    />
  );
}

const percent = (bp: number): string => `${(bp / 100).toFixed(1)}%`;
