import { useState } from 'react';
import { order } from '#contract/areas/orders/order.ts';
import { pushRefusal, pushRefusalCalls, pushRefusalState } from '#contract/areas/orders/push-refusal.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { orderAt } from './addresses.ts';

/** What tills and channels told and was refused: taken in once its cause is gone, or left out with a reason. */
export function Screen() {
  const mayUse = useMayUse();
  const toast = useToast();
  const retry = useCommand<{ id: number; order_no: string }>(changed);
  const [ignoring, setIgnoring] = useState<readonly number[] | null>(null);
  const takeIn = async (id: number) => {
    const sent = await retry.run(pushRefusalCalls.retry, { id });
    if (sent.ok) toast.good(`已接收为订单 ${sent.value.order_no}`);
    else toast.bad(wordsOf(sent.failure));
  };
  const ignore = (rows: readonly Row[]) => ({
    key: 'ignore',
    label: '忽略',
    disabled: rows.some(({ status }) => status !== pushRefusalState.waiting),
    run: () => setIgnoring(rows.map(({ id }) => id)),
  });
  const retried = (row: Row) => ({
    key: 'retry',
    label: '重新接收',
    // Where the line was cut, the same press again is the next try.
    disabled: row.status !== pushRefusalState.waiting || retry.running,
    run: () => void takeIn(row.id),
  });
  const mayDeal = mayUse(pushRefusalCalls.retry.access);
  return (
    <ListPage
      definition={pushRefusal}
      openAt={(row) => (typeof row.order_id === 'number' ? orderAt.detail(row.order_id) : undefined)}
      rowActions={(row) => (mayDeal ? [retried(row), ignore([row])] : [])}
      batchActions={({ selection }) => (mayDeal ? [ignore(selection.rows)] : [])}
      slots={{
        aside: ignoring && (
          <AskDialog
            asking={{
              title: `忽略 ${ignoring.length} 条推送`,
              fields: asked,
              call: pushRefusalCalls.ignore,
              input: ({ reason }) => ({ ids: [...ignoring], reason: String(reason) }),
              done: ({ count }) => ({ good: `已忽略 ${count} 条` }),
            }}
            changes={changed}
            onClose={() => setIgnoring(null)}
          />
        ),
      }}
    />
  );
}

const asked = { reason: prose('忽略原因', { required: true, least: limits.reasonLeast, most: limits.reason }) };
const changed = [pushRefusal, order];
