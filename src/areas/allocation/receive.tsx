import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { usePageName } from '#src/engine/page-context.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { StepBar } from '#src/kit/desk/detail/step-bar.tsx';
import { StepPanel } from '#src/kit/desk/detail/step-panel.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { allotAt } from './addresses.ts';
import { CartonTools } from './carton-tools.tsx';
import { CountTools } from './count-tools.tsx';
import { OpenEntries } from './open-entries.tsx';
import { useCodes } from './scan-codes.ts';

/** Everything that receiving changes. */
const about = [allot, allotCarton, allotDiff] as const;

/** The receiver's desk: cartons are taken in, then what is in them is counted and signed for. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <MissingPage title={allot.label} /> : <ReceiveDesk key={id} id={id} />;
}

function ReceiveDesk({ id }: { id: number }) {
  const detail = useDetail(allot, id);
  const record = detail.record as unknown as DetailRow | undefined;
  const codes = useCodes(id);
  const navigate = useNavigate();
  const number = record && String(record.allot_no);
  usePageName(number);
  const open = new Set(record?.allowed.transitions ?? []);
  const toDetail = () => void navigate(allotAt.detail(id));
  return (
    <PageFrame
      title={number === undefined ? '调拨入库' : `调拨入库 ${number}`}
      mark={record && <StatusOf definition={allot} status={record.status} />}
      extra={<Button onClick={toDetail}>调拨单</Button>}
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {record && (
        <>
          <StepBar definition={allot} status={Number(record.status)} />
          <Facts definition={allot} record={record} names={facts} />
          <OpenEntries id={id} end="into" />
          {open.has('accept') && (
            <StepPanel
              key="accept"
              definition={allot}
              record={record}
              name="accept"
              about={about}
              tools={(transitions) => <CartonTools transitions={transitions} allotId={id} />}
            />
          )}
          {open.has('sign') && (
            <StepPanel
              key="sign"
              definition={allot}
              record={record}
              name="sign"
              keeps
              about={about}
              tools={(transitions) => <CountTools transitions={transitions} codes={codes} of={signing} />}
              onDone={() => void navigate(allotAt.detail(id), { replace: true })}
            />
          )}
          {!open.has('accept') && !open.has('sign') && (
            <EmptyFace words="此调拨单现在不能由您接收或签收">
              <Button onClick={toDetail}>查看调拨单</Button>
            </EmptyFace>
          )}
        </>
      )}
    </PageFrame>
  );
}

const signing = { field: 'sign_qty', most: 'send_qty' } as const;
const facts = [
  'out_warehouse_id',
  'in_warehouse_id',
  'allot_type',
  'total_qty',
  'send_qty',
  'logistics_id',
  'waybill_no',
  'carton_qty',
  'arrived_carton_qty',
  'sent_at',
  'arrive_time',
  'remark',
];
