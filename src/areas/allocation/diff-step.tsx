import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { usePageName } from '#src/engine/page-context.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { Attachments } from '#src/kit/desk/attachments/block.tsx';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { StepBar } from '#src/kit/desk/detail/step-bar.tsx';
import { StepPanel } from '#src/kit/desk/detail/step-panel.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { diffAt } from './addresses.ts';
import { diffColumns, diffFacts } from './diff-columns.ts';

/** A decision ends the allot as well. */
const about = [allotDiff, allot] as const;

interface DiffStepProps {
  title: string;
  /** The steps that are taken here; the first that is open to this person. */
  names: readonly string[];
  /** What is said where none is. */
  closed: string;
}

/** The screen on which one of the steps of a difference is taken, with what it is decided by and the evidence. */
export function DiffStep({ title, names, closed }: DiffStepProps) {
  const id = useRecordId();
  return id === undefined ? (
    <MissingPage title={allotDiff.label} />
  ) : (
    <OfDiff key={id} id={id} title={title} names={names} closed={closed} />
  );
}

function OfDiff({ id, title, names, closed }: DiffStepProps & { id: number }) {
  const detail = useDetail(allotDiff, id);
  const record = detail.record as unknown as DetailRow | undefined;
  const navigate = useNavigate();
  const number = record && String(record.diff_no);
  usePageName(number);
  const open = names.find((name) => record?.allowed.transitions.includes(name));
  const back = <Button onClick={() => void navigate(diffAt.detail(id))}>差异单详情</Button>;
  return (
    <PageFrame
      title={number === undefined ? title : `${title} ${number}`}
      mark={record && <StatusOf definition={allotDiff} status={record.status} />}
      extra={back}
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {record && (
        <>
          <StepBar definition={allotDiff} status={Number(record.status)} />
          <Facts definition={allotDiff} record={record} names={diffFacts} />
          {open === 'audit' && <LinesTable definition={allotDiff} lines={record.lines ?? []} columns={diffColumns} />}
          {open ? (
            <StepPanel
              key={open}
              definition={allotDiff}
              record={record}
              name={open}
              about={about}
              onDone={() => void navigate(diffAt.detail(id), { replace: true })}
            />
          ) : (
            <EmptyFace words={closed}>{back}</EmptyFace>
          )}
          <Attachments definition={allotDiff} id={id} />
        </>
      )}
    </PageFrame>
  );
}
