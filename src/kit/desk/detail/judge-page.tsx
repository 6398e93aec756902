import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { usePageName } from '#src/engine/page-context.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { EmptyFace } from '../faces.tsx';
import { LinesTable } from '../lines/lines-table.tsx';
import { MissingPage } from '../missing-page.tsx';
import { PageFrame } from '../page-frame.tsx';
import { StatusOf } from '../status-tag.tsx';
import type { DetailRow } from './detail-page.tsx';
import { Facts } from './facts.tsx';
import { NextActor } from './next-actor.tsx';
import { StepBar } from './step-bar.tsx';
import { StepPanel } from './step-panel.tsx';

interface JudgePageProps {
  definition: AnyDefinition;
  title: string;
  /** Steps that are taken here, of which the state leaves one open. */
  steps: readonly string[];
  detailAt: (id: number) => string;
  /** Said where none of them is open to this person. */
  none: string;
  /** Above what is asked. */
  beside?: ReactNode;
  /** What the inputs begin with. */
  given?: (record: DetailRow) => Readonly<Record<string, unknown>>;
}

/** A page on which one step of a document is taken, with all that it is judged by: facts, lines, and what is asked. */
export function JudgePage(props: JudgePageProps) {
  const id = useRecordId();
  return id === undefined ? <MissingPage title={props.title} /> : <Judge key={id} id={id} {...props} />;
}

function Judge({ id, definition, title, steps, detailAt, none, beside, given }: JudgePageProps & { id: number }) {
  const detail = useDetail(definition, id);
  const record = detail.record as unknown as DetailRow | undefined;
  const navigate = useNavigate();
  const number = record && String(record[definition.title] ?? '');
  usePageName(number);
  const step = steps.find((name) => record?.allowed.transitions?.includes(name));
  const toDetail = () => void navigate(detailAt(id), { replace: true });
  return (
    <PageFrame
      title={number === undefined ? title : `${title} ${number}`}
      mark={record && <StatusOf definition={definition} status={record.status} />}
      extra={<Button onClick={() => void navigate(detailAt(id))}>{definition.label}</Button>}
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {record && (
        <>
          <StepBar definition={definition} status={Number(record.status)} />
          <NextActor definition={definition} record={record} />
          <Facts definition={definition} record={record} />
          {definition.lines && <LinesTable definition={definition} lines={record.lines ?? []} />}
          {step !== undefined && beside}
          {step === undefined ? (
            <EmptyFace words={none}>
              <Button onClick={toDetail}>{`查看${definition.label}`}</Button>
            </EmptyFace>
          ) : (
            <StepPanel
              key={step}
              definition={definition}
              record={record}
              name={step}
              {...(given ? { given: given(record) } : {})}
              onDone={toDetail}
            />
          )}
        </>
      )}
    </PageFrame>
  );
}
