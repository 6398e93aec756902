import { Alert, Button } from 'antd';
import { settleShortfallCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { useProgress } from './use-progress.ts';

/** What a posted sheet still owes because the goods are promised: which locks to cancel, and posting the rest. */
export function Shortfalls({ id }: { id: number }) {
  const { progress } = useProgress(id);
  const mayPost = useAllowed('stocktaking:post');
  const command = useCommand<{ settled: number; left: number }>(stocktaking);
  const toast = useToast();
  const open = progress?.shortfalls.filter((one) => !one.settled_at) ?? [];
  if (open.length === 0) return null;
  const settle = async () => {
    const sent = await command.run(settleShortfallCall, { id });
    if (sent.ok)
      toast.good(
        sent.value.left === 0 ? '已全部补过账' : `已补过账 ${sent.value.settled} 行，还剩 ${sent.value.left} 行`,
      );
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={`${open.length} 行盘亏因库存被占用只过账了一部分，请先取消下列占用`}
      description={
        <ul className="shortfalls">
          {open.map((one) => (
            <li key={one.id}>
              {one.sku_no} {one.name}：尚欠 {one.qty} 件，占用{' '}
              {one.locks.map((lock) => `${lock.doc_no}（${lock.qty}）`).join('、') || '已解除'}
            </li>
          ))}
        </ul>
      }
      action={
        mayPost && (
          <Button size="small" loading={command.running} onClick={() => void settle()}>
            补过账
          </Button>
        )
      }
    />
  );
}
