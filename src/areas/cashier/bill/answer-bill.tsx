import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { usePageName } from '#src/engine/page-context.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { StepBar } from '#src/kit/desk/detail/step-bar.tsx';
import { StepPanel } from '#src/kit/desk/detail/step-panel.tsx';
import { EmptyFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { tillBillAt } from '../addresses.ts';
import { LiveFigures } from './live-figures.tsx';

const Attachments = lazy(async () => ({
  default: (await import('#src/kit/desk/attachments/block.tsx')).Attachments,
}));

/** A bill is handed in or checked: a figure for each kind of payment, with the difference as it is typed, and the slips. */
export function AnswerBill({ id, step }: { id: number; step: string }) {
  const detail = useDetail(cashierBill, id);
  const record = detail.record as unknown as DetailRow | undefined;
  const navigate = useNavigate();
  const number = record && String(record.bill_no ?? '');
  usePageName(number);
  const label = cashierBill.transitions[step]?.label ?? '';
  const toDetail = () => void navigate(tillBillAt.detail(id), { replace: true });
  const isOpen = record?.allowed.transitions.includes(step) ?? false;
  return (
    <PageFrame
      title={number === undefined ? label : `${label} ${number}`}
      mark={record && <StatusOf definition={cashierBill} status={record.status} />}
      extra={<Button onClick={toDetail}>{cashierBill.label}</Button>}
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {record && (
        <>
          <StepBar definition={cashierBill} status={Number(record.status)} />
          <Facts definition={cashierBill} record={record} names={facts} />
          {isOpen ? (
            <>
              <StepPanel
                definition={cashierBill}
                record={record}
                name={step}
                tools={(transitions) => <LiveFigures answers={transitions.step?.answers ?? []} />}
                onDone={toDetail}
              />
              <Suspense fallback={<LoadingFace />}>
                <Attachments definition={cashierBill} id={id} />
              </Suspense>
            </>
          ) : (
            <EmptyFace words={`此收银对账单现在不能由您${label}`}>
              <Button onClick={toDetail}>{`查看${cashierBill.label}`}</Button>
            </EmptyFace>
          )}
        </>
      )}
    </PageFrame>
  );
}

const facts = ['shop_id', 'cashier_id', 'business_date', 'shift', 'order_count', 'system_amount'];
