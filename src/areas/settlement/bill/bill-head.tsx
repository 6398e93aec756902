import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { useTransitions } from '#src/engine/detail/use-transitions.ts';
import { usePageName } from '#src/engine/page-context.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { StepBar } from '#src/kit/desk/detail/step-bar.tsx';
import { TransitionButtons } from '#src/kit/desk/detail/transition-buttons.tsx';
import { useStepSaid } from '#src/kit/desk/detail/use-step-said.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { billAt } from '../addresses.ts';

interface BillHeadProps {
  id: number;
  title: string;
  /** Links to the other pages of the bill. */
  links: readonly { readonly label: string; readonly at: string }[];
  /** What may be done with it stands on this page. */
  steps?: boolean;
  children: (bill: DetailRow) => ReactNode;
}

/** A page about the lines of one check bill: what it comes to, and its lines under that. */
export function BillHead({ id, title, links, steps = false, children }: BillHeadProps) {
  const detail = useDetail(checkBill, id);
  const bill = detail.record as unknown as DetailRow | undefined;
  const number = bill && String(bill.bill_no);
  usePageName(number);
  const navigate = useNavigate();
  const said = useStepSaid(checkBill);
  const transitions = useTransitions(checkBill, {
    onDone: (step, taken) => {
      void said(step, taken);
      void navigate(billAt.detail(id), { replace: true });
    },
  });
  return (
    <PageFrame
      title={number === undefined ? title : `${title} ${number}`}
      mark={bill && <StatusOf definition={checkBill} status={bill.status} />}
      extra={
        <>
          {links.map(({ label, at }) => (
            <Button key={at} onClick={() => void navigate(at)}>
              {label}
            </Button>
          ))}
          {bill && steps && <TransitionButtons definition={checkBill} record={bill} transitions={transitions} />}
        </>
      }
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {bill && (
        <>
          <StepBar definition={checkBill} status={Number(bill.status)} />
          <Facts definition={checkBill} record={bill} names={facts} />
          {children(bill)}
        </>
      )}
    </PageFrame>
  );
}

const facts = [
  'supplier_id',
  'co_model',
  'period_from',
  'period_to',
  'line_count',
  'in_amount',
  'back_amount',
  'adjust_amount',
  'total_amount',
  'dispute_count',
];
