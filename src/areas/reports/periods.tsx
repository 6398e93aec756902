import { type ReactNode, useState } from 'react';
import { lossDispose, lossSubjects } from '#contract/areas/finance/loss-calls.ts';
import { accountPeriod, periodCalls, periodState } from '#contract/areas/reports/account-period.ts';
import { choice, word } from '#contract/kit/kinds/choice.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { CloseDialog } from './close-dialog.tsx';

/** The months of the books: closed after everything was looked at, opened again by two people. */
export function Periods({ above }: { above: ReactNode }) {
  const mayUse = useMayUse();
  const [doing, setDoing] = useState<{ what: 'close' | 'reopen' | 'audit' | 'dispose'; period: string } | null>(null);
  const actions = (row: Row) => {
    const period = String(row.period);
    const act = (what: 'close' | 'reopen' | 'audit' | 'dispose') => () => setDoing({ what, period });
    if (row.status === periodState.open)
      return [
        ...(mayUse(periodCalls.monthClose.access) ? [{ key: 'close', label: '月结', run: act('close') }] : []),
        ...(mayUse(lossDispose.access) ? [{ key: 'dispose', label: '结转损溢', run: act('dispose') }] : []),
      ];
    if (row.status !== periodState.closed) return [];
    if (row.reopen_by === null)
      return mayUse(periodCalls.reopen.access) ? [{ key: 'reopen', label: '反月结', run: act('reopen') }] : [];
    return mayUse(periodCalls.reopenAudit.access) ? [{ key: 'audit', label: '审核反月结', run: act('audit') }] : [];
  };
  const close = () => setDoing(null);
  return (
    <ListPage
      definition={accountPeriod}
      title={accountPeriod.label}
      rowActions={actions}
      slots={{
        above,
        aside: doing && (
          <>
            {doing.what === 'close' && <CloseDialog period={doing.period} onClose={close} />}
            {doing.what === 'reopen' && (
              <AskDialog
                asking={{
                  title: `反月结 ${doing.period}`,
                  fields: reasons,
                  call: periodCalls.reopen,
                  input: ({ reason }) => ({ period: doing.period, reason: String(reason) }),
                  done: () => ({ good: '已申请，等待他人审核' }),
                }}
                changes={changed}
                onClose={close}
              />
            )}
            {doing.what === 'dispose' && (
              <AskDialog
                asking={{
                  title: `结转 ${doing.period} 待处理财产损溢`,
                  fields: disposal,
                  call: lossDispose,
                  input: ({ subject, reason }) => ({
                    period: doing.period,
                    subject: String(subject),
                    reason: String(reason),
                  }),
                  done: ({ voucher_no: no }) => ({ good: `已生成凭证 ${no}，等待他人审核过账` }),
                }}
                changes={changed}
                onClose={close}
              />
            )}
            {doing.what === 'audit' && (
              <AskDialog
                asking={{
                  title: `审核反月结 ${doing.period}`,
                  fields: judged,
                  call: periodCalls.reopenAudit,
                  input: ({ result }) => ({ period: doing.period, result: result === 2 ? 2 : 1 }),
                  done: () => ({ good: '已审核' }),
                }}
                changes={changed}
                onClose={close}
              />
            )}
          </>
        ),
      }}
    />
  );
}

const reasons = { reason: prose('原因', { required: true, least: limits.reasonLeast, most: limits.reason }) };
const disposal = {
  subject: word('转入科目', lossSubjects, { required: true }),
  reason: prose('处理说明', { required: true, least: limits.reasonLeast, most: 100 }),
};
const judged = { result: choice('审核结果', { 1: '通过', 2: '驳回' }, { required: true }) };
const changed = [accountPeriod];
