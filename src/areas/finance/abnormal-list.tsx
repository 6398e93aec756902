import { useState } from 'react';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { abnormalCalls, voucherAbnormal } from '#contract/areas/finance/voucher-abnormal.ts';
import { abnormalState } from '#contract/areas/finance/voucher-enums.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { voucherAt } from './addresses.ts';

/** Events without a voucher: booked again once their cause is gone, or left out by a second person with a reason. */
export function Screen() {
  const mayUse = useMayUse();
  const toast = useToast();
  const retry = useCommand<{ ok_count: number; errors: { id: number; error: string }[] }>(changed);
  const [ignoring, setIgnoring] = useState<readonly number[] | null>(null);
  const bookAgain = async (ids: readonly number[]) => {
    const sent = await retry.run(abnormalCalls.retry, { ids: [...ids] });
    if (!sent.ok) return toast.bad(wordsOf(sent.failure));
    const { ok_count: count, errors } = sent.value;
    const [first] = errors;
    if (first) toast.bad(`已生成 ${count} 张，${errors.length} 张仍异常：${first.error}`);
    else toast.good(`已生成 ${count} 张`);
  };
  const actionsOn = (rows: readonly Row[]) => {
    const ids = rows.map(({ id }) => id);
    const disabled = rows.some(({ status }) => status !== abnormalState.waiting);
    return [
      ...(mayUse(abnormalCalls.retry.access)
        ? [
            {
              key: 'retry',
              label: '重新生成',
              disabled: disabled || retry.running || retry.unknown,
              run: () => void bookAgain(ids),
            },
          ]
        : []),
      ...(mayUse(abnormalCalls.ignore.access)
        ? [{ key: 'ignore', label: '忽略', disabled, run: () => setIgnoring(ids) }]
        : []),
    ];
  };
  return (
    <ListPage
      definition={voucherAbnormal}
      openAt={(row) => (typeof row.voucher_id === 'number' ? voucherAt.detail(row.voucher_id) : undefined)}
      rowActions={(row) => actionsOn([row])}
      batchActions={({ selection }) => actionsOn(selection.rows)}
      slots={{
        aside: ignoring && (
          <AskDialog
            asking={{
              title: `忽略 ${ignoring.length} 张异常凭证`,
              fields: asked,
              call: abnormalCalls.ignore,
              input: ({ reason }) => ({ ids: [...ignoring], reason: String(reason) }),
              done: ({ count }) => ({ good: `已忽略 ${count} 张` }),
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
const changed = [voucherAbnormal, voucher];
