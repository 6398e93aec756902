import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Allowed, AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Printing } from '#contract/kit/printing.ts';
import { isJudging } from '#contract/kit/transition.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { type TransitionsView, useTransitions } from '#src/engine/detail/use-transitions.ts';
import { usePage, usePageName } from '#src/engine/page-context.ts';
import type { Row } from '#src/engine/row.ts';
import type { Column } from '../columns.tsx';
import { LoadingFace } from '../faces.tsx';
import { PageFrame } from '../page-frame.tsx';
import { StatusOf } from '../status-tag.tsx';
import { Facts } from './facts.tsx';
import { type Onward, OnwardButtons } from './onward.tsx';
import { StepBar } from './step-bar.tsx';
import { TransitionButtons } from './transition-buttons.tsx';
import { useStepSaid } from './use-step-said.ts';

const PrintPage = lazy(async () => ({ default: (await import('../print/print-page.tsx')).PrintPage }));
const PrintButton = lazy(async () => ({ default: (await import('../print/print-button.tsx')).PrintButton }));
// Asked for after the record itself.
const NextActor = lazy(async () => ({ default: (await import('./next-actor.tsx')).NextActor }));
const RelatedRecords = lazy(async () => ({ default: (await import('./related-records.tsx')).RelatedRecords }));
// On its way while the record is asked for.
const tabs = async () => await import('./detail-tabs.tsx');
const DetailTabs = lazy(async () => ({ default: (await tabs()).DetailTabs }));

/** A record as a detail page sees it. */
export type DetailRow = Row & {
  readonly allowed: Allowed;
  readonly audit: readonly AuditRow[];
  readonly lines?: readonly Row[];
};

/** One tab under the facts. */
export interface DetailTab {
  readonly key: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

export interface DetailPageProps {
  definition: AnyDefinition;
  id: number;
  /** The record's number or name by default. */
  title?: (record: DetailRow) => ReactNode;
  /** Facts to show; the definition's by default. */
  names?: readonly string[];
  lineColumns?: readonly (string | Column)[];
  /** The lines are what people come for: the facts stand below them. */
  linesFirst?: boolean;
  /** How it is printed: a button leads there, and with `print` in its address the page itself becomes what prints. */
  printing?: Printing;
  /** Address of the form; the button shows while the server allows an edit. */
  editAt?: (record: DetailRow) => string;
  /** Where the work goes on from here by another screen, the likeliest first: the count of what has arrived. */
  onward?: (record: DetailRow) => readonly Onward[];
  /** Address of the screen on which a step is taken; undefined for one that is taken here. */
  stepAt?: (transition: string, record: DetailRow) => string | undefined;
  slots?: {
    /** Buttons before those of the transitions: links. */
    extra?: (record: DetailRow) => ReactNode;
    /** Under the title and the way of a document. */
    above?: (record: DetailRow) => ReactNode;
    /** In the dialog of a transition, by its name: the figures that it is decided by. */
    asks?: (transition: string, record: DetailRow) => ReactNode;
    /** Under the facts, above the tabs. */
    below?: (record: DetailRow) => ReactNode;
    /** Instead of the table of lines. */
    lines?: (record: DetailRow) => ReactNode;
    /** Tabs between the lines and the history. */
    tabs?: (record: DetailRow) => readonly DetailTab[];
  };
}

/**
 * The detail page of a definition: facts, lines, what may be done now, and what was done (design §8); besides, what other areas
 * show of such a record.
 */
export function DetailPage(props: DetailPageProps) {
  const isPrint = useSearchParams()[0].has('print');
  if (!isPrint || !props.printing) return <Detail {...props} />;
  return (
    <Suspense fallback={<LoadingFace />}>
      <PrintPage printing={props.printing} id={props.id} />
    </Suspense>
  );
}

function Detail({
  definition,
  id,
  title,
  names,
  lineColumns,
  linesFirst,
  printing,
  editAt,
  onward,
  stepAt,
  slots = {},
}: DetailPageProps) {
  const detail = useDetail(definition, id);
  const record = detail.record as unknown as DetailRow | undefined;
  const number = record && String(record[definition.number?.field ?? definition.title] ?? '');
  usePageName(number);
  const said = useStepSaid(definition);
  const navigate = useNavigate();
  useEffect(() => {
    // One that does not come is said where it is drawn.
    tabs().catch(() => undefined);
  }, []);
  const page = usePage();
  const transitions = useTransitions(definition, {
    onDone: (step, taken) => {
      void said(step, taken);
      page.beside?.taken();
    },
  });
  useBeginning(transitions, { record, elsewhere: (name) => record && stepAt?.(name, record) });

  const facts = record && <Facts definition={definition} record={record} names={names} />;

  return (
    <PageFrame
      title={record ? (title?.(record) ?? `${definition.label} ${number}`) : definition.label}
      mark={record && <StatusOf definition={definition} status={record.status} />}
      extra={
        record && (
          <>
            {slots.extra?.(record)}
            {printing && (
              <Suspense>
                <PrintButton printing={printing} id={record.id} />
              </Suspense>
            )}
            {editAt && record.allowed.edit && <Button onClick={() => void navigate(editAt(record))}>编辑</Button>}
            {onward && <OnwardButtons ways={onward(record)} leads={transitions.offers(record).length === 0} />}
            <TransitionButtons
              definition={definition}
              record={record}
              transitions={transitions}
              asks={slots.asks && ((name) => slots.asks?.(name, record))}
              stepAt={stepAt && ((name) => stepAt(name, record))}
            />
          </>
        )
      }
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {record && (
        <>
          {definition.states && <StepBar definition={definition} status={Number(record.status)} />}
          {definition.states && (
            <Suspense>
              <NextActor definition={definition} record={record} />
            </Suspense>
          )}
          {slots.above?.(record)}
          {!linesFirst && facts}
          {definition.states && (
            <Suspense>
              <RelatedRecords definition={definition} record={record} />
            </Suspense>
          )}
          {slots.below?.(record)}
          <Suspense fallback={<LoadingFace />}>
            <DetailTabs definition={definition} record={record} lineColumns={lineColumns} slots={slots} />
          </Suspense>
          {linesFirst && facts}
        </>
      )}
    </PageFrame>
  );
}

/** Begins the judgement that the address names, once: nothing is judged by a link alone, as each of them asks first. */
function useBeginning(
  transitions: TransitionsView,
  { record, elsewhere }: { record: DetailRow | undefined; elsewhere: (name: string) => string | undefined },
): void {
  const name = useSearchParams()[0].get('begin');
  const begun = useRef(false);
  useEffect(() => {
    if (!record || name === null || begun.current) return;
    begun.current = true;
    const offer = transitions.offers(record).find((one) => one.name === name);
    if (offer && (isJudging(offer.transition) || offer.transition.approval) && elsewhere(name) === undefined)
      transitions.begin(offer, [record]);
  });
}
