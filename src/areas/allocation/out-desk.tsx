import { Button, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { allotOutPrinting } from '#contract/areas/allocation/allot-out-printing.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { usePageName } from '#src/engine/page-context.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { StepBar } from '#src/kit/desk/detail/step-bar.tsx';
import { StepPanel } from '#src/kit/desk/detail/step-panel.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { PrintButton } from '#src/kit/desk/print/print-button.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { allotAt } from './addresses.ts';
import { CountTools } from './count-tools.tsx';
import { OpenEntries } from './open-entries.tsx';
import { useCodes } from './scan-codes.ts';

// Tabs that are looked at later: goods are picked before they are packed.
const PackDesk = lazy(async () => ({ default: (await import('./pack-desk.tsx')).PackDesk }));
const RelatedList = lazy(async () => ({
  default: (await import('#src/kit/desk/detail/related-list.tsx')).RelatedList,
}));
const Timeline = lazy(async () => ({ default: (await import('#src/kit/desk/detail/timeline.tsx')).Timeline }));

/** Everything that a step here changes. */
const about = [allot, allotOut, allotCarton] as const;

/** What is picked, packed and sent of one allot, in this order, by scanner or by hand. */
export function OutDesk({ id }: { id: number }) {
  const out = useDetail(allotOut, id);
  const record = out.record as unknown as DetailRow | undefined;
  const of = useDetail(allot, record ? Number(record.allot_id) : undefined);
  const sent = of.record as unknown as DetailRow | undefined;
  // What is to be done next is in view, unless somebody looks at something else or types: that stays whatever others do meanwhile.
  const [chosen, setChosen] = useState<string>();
  const [typing, setTyping] = useState(false);
  const codes = useCodes(record ? Number(record.allot_id) : undefined);
  const navigate = useNavigate();
  const number = record && String(record.out_no);
  usePageName(number);
  const open = new Set(record?.allowed.transitions ?? []);
  const mayPack = open.has('pack');
  const maySend = sent?.allowed.transitions.includes('send') ?? false;
  const inView = chosen ?? (typing ? 'pick' : '');
  const steps = record
    ? [
        ...(open.has('pick')
          ? [
              {
                key: 'pick',
                label: '拣货',
                children: (
                  <StepPanel
                    definition={allotOut}
                    record={record}
                    name="pick"
                    keeps
                    about={about}
                    tools={(transitions) => <CountTools transitions={transitions} codes={codes} of={picking} />}
                    onDirty={setTyping}
                    onDone={() => setChosen(undefined)}
                  />
                ),
              },
            ]
          : []),
        ...(mayPack
          ? [
              {
                key: 'pack',
                label: '装箱',
                children: (
                  <Suspense fallback={<LoadingFace />}>
                    <PackDesk
                      record={record}
                      codes={codes}
                      about={about}
                      onDone={() => setChosen(undefined)}
                      onStale={out.reload}
                    />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(maySend && sent && Number(record.pick_qty) > 0
          ? [
              {
                key: 'send',
                label: '发货',
                children: (
                  <StepPanel
                    definition={allot}
                    record={sent}
                    name="send"
                    about={about}
                    given={{ carton_qty: record.carton_qty ?? null }}
                    onDone={() => void navigate(allotAt.detail(sent.id), { replace: true })}
                  />
                ),
              },
            ]
          : []),
        {
          key: 'lines',
          label: '明细',
          children: <LinesTable definition={allotOut} lines={record.lines ?? []} columns={columns} />,
        },
        {
          key: 'cartons',
          label: allotCarton.label,
          children: (
            <Suspense fallback={<LoadingFace />}>
              <RelatedList definition={allotCarton} by="allot_out_id" id={record.id} />
            </Suspense>
          ),
        },
        {
          key: 'audit',
          label: '操作记录',
          children: (
            <Suspense fallback={<LoadingFace />}>
              <Timeline definition={allotOut} audit={record.audit} />
            </Suspense>
          ),
        },
      ]
    : [];
  return (
    <PageFrame
      title={number === undefined ? allotOut.label : `${allotOut.label} ${number}`}
      mark={record && <StatusOf definition={allotOut} status={record.status} />}
      extra={
        record && (
          <>
            <PrintButton printing={allotOutPrinting} id={record.id} />
            <Button onClick={() => void navigate(allotAt.detail(Number(record.allot_id)))}>调拨单</Button>
          </>
        )
      }
      loading={out.loading}
      failure={out.failure}
      stale={out.stale}
      onRetry={out.reload}
    >
      {record && (
        <>
          <StepBar definition={allotOut} status={Number(record.status)} />
          <Facts definition={allotOut} record={record} names={facts} />
          <OpenEntries id={Number(record.allot_id)} end="out" />
          <Tabs
            size="small"
            activeKey={steps.some(({ key }) => key === inView) ? inView : nextOf(record, steps)}
            onChange={setChosen}
            items={steps}
          />
        </>
      )}
    </PageFrame>
  );
}

/** What is to be done next: packing once something is picked, sending once it is packed. */
function nextOf({ status }: DetailRow, steps: readonly { readonly key: string }[]): string {
  const wanted = ({ 1: 'pick', 2: 'pack', 3: 'send' } as Readonly<Record<number, string>>)[Number(status)];
  return steps.find(({ key }) => key === wanted)?.key ?? steps[0]?.key ?? 'lines';
}

const picking = { field: 'pick_qty', most: 'qty' } as const;
const columns = ['sku_id', 'imperfect_type', 'qty', 'pick_qty', 'stock_batch_id', 'carton_no'];
const facts = [
  'allot_id',
  'out_warehouse_id',
  'in_warehouse_id',
  'total_qty',
  'pick_qty',
  'carton_qty',
  'picker_id',
  'picked_at',
  'packed_at',
];
