import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { calledSteps } from '#contract/kit/transition.ts';
import { doneWords } from '#src/engine/detail/step-words.ts';
import { useTransitions } from '#src/engine/detail/use-transitions.ts';

import { faceOf } from '#src/engine/failure.ts';
import { useRowsFirst } from '#src/engine/list/first-rows.ts';
import type { ListState } from '#src/engine/list/list-address.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import { withRowsOfNow } from '#src/engine/list/use-selection.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { type Column, columnsOf } from '../columns.tsx';
import { Content } from '../faces.tsx';
import { PageFrame } from '../page-frame.tsx';
import { useToast } from '../toast.ts';
import { BatchBar } from './batch-bar.tsx';
import { DataTable } from './data-table.tsx';
import { ExportButton, FilterBar, Pagination, StatusTabs, ViewButton } from './deferred-tools.ts';
import { EmptyList } from './empty-list.tsx';
import { FilterBones } from './filter-bones.tsx';
import type { RowAction } from './row-actions.tsx';
import { SumRow } from './sum-row.tsx';

const TransitionDialog = lazy(async () => ({
  default: (await import('../detail/transition-dialog.tsx')).TransitionDialog,
}));

export type ListRows = ListView<Row>;

export interface ListPageProps {
  definition: AnyDefinition;
  /** 〈label〉列表 by default. */
  title?: string;
  /** Columns by field name, or written by hand; the definition's by default. */
  columns?: readonly (string | Column)[];
  filters?: readonly string[];
  /** Filters that are set and not shown. */
  fixed?: Values;
  /** Route of the form for a new one; the button shows to those who may add. */
  newAt?: string;
  /** Address that a row opens, or what it does. */
  openAt?: (row: Row) => string | undefined;
  onOpen?: (row: Row) => void;
  rowActions?: (row: Row, list: ListRows) => readonly RowAction[];
  batchActions?: (list: ListRows) => readonly RowAction[];
  slots?: {
    /** Buttons before 新建. */
    extra?: (list: ListRows) => ReactNode;
    /** Between title and filters: tabs, a notice. */
    above?: ReactNode;
    /** Between table and pages. */
    below?: (list: ListRows) => ReactNode;
    /** Drawers and dialogs of the page. */
    aside?: ReactNode;
  };
}

/** The list page of a definition, made of parts that a hand-written page imports just the same (design §3). */
export function ListPage(props: ListPageProps) {
  const { fixed, newAt, openAt, onOpen, slots = {} } = props;
  const title = props.title ?? `${props.definition.label}列表`;
  const listed = useList(props.definition, fixed ? { fixed } : {}) as unknown as ListRows;
  const { definition } = listed;
  const selection = useMemo(() => withRowsOfNow(listed.selection, listed.rows), [listed.selection, listed.rows]);
  const list = { ...listed, selection };
  const alone = useRowsFirst(list.rows.length > 0);
  const mayUse = useMayUse();
  const navigate = useNavigate();
  const toast = useToast();
  const transitions = useTransitions(definition, {
    onDone: (step, taken, left) => {
      selection.pick(left, selection.rows);
      // What was refused stands in the dialog.
      if (taken.warning || (taken.refused ?? []).length === 0)
        toast.taken(taken, `${doneWords(step.transition, step.result)} ${grouped(step.records.length)} 项`);
    },
  });
  const columns = useMemo(() => columnsOf(definition, props.columns), [definition, props.columns]);
  // A question that failed may be asked otherwise; a list that this person may not see has none.
  const forbidden = list.failure !== null && faceOf(list.failure) === 'forbidden';
  const openAddress = (row: Row) => {
    const address = openAt?.(row);
    if (address) void navigate(address);
  };
  const toNew = newAt && mayUse(definition.calls.add?.[1]) ? () => void navigate(newAt) : undefined;
  const open = openAt ? openAddress : onOpen;
  const batch = [
    ...(props.batchActions?.(list) ?? []),
    ...transitions.batchOffers(selection.rows).map((offer) => ({
      key: offer.name,
      label: offer.transition.label,
      disabled: transitions.running,
      run: () => transitions.begin(offer, selection.rows),
    })),
  ];
  const states = documentCalls(definition)?.statusStat !== undefined && fixed?.status === undefined;
  const picks =
    props.batchActions !== undefined ||
    calledSteps(definition).some((transition) => transition.batch && mayUse(transition.access));

  return (
    <PageFrame
      title={title}
      mark={
        !forbidden &&
        !alone && (
          <Suspense>
            <ViewButton definition={definition} state={list.state} viewing={list.viewing} />
          </Suspense>
        )
      }
      extra={
        !alone && (
          <>
            {slots.extra?.(list)}
            {toNew && (
              <Button type="primary" onClick={toNew}>
                新建
              </Button>
            )}
          </>
        )
      }
      failure={forbidden ? list.failure : null}
    >
      {slots.above}
      {states &&
        (alone ? (
          <div className="desk-states-room" />
        ) : (
          <Suspense fallback={<div className="desk-states-room" />}>
            <StatusTabs definition={definition} list={list} />
          </Suspense>
        ))}
      {alone ? (
        <FilterBones definition={definition} names={props.filters} />
      ) : (
        <Suspense fallback={<FilterBones definition={definition} names={props.filters} />}>
          <FilterBar definition={definition} state={list.state} onAsk={list.change} names={props.filters} />
        </Suspense>
      )}
      <Content of={{ failure: list.failure, stale: list.stale, reload: list.reload }}>
        <DataTable
          name={definition.name}
          label={title}
          columns={columns}
          view={list.viewing.view}
          rows={list.rows}
          sort={list.state.sort ?? definition.list.sort[0]}
          onSort={(sort) => list.change({ sort, page: list.state.page })}
          selection={picks ? selection : undefined}
          onOpen={open}
          addressOf={openAt}
          opens={definition.title}
          pinned={[definition.title, 'status']}
          rowActions={props.rowActions && ((row) => props.rowActions?.(row, list) ?? [])}
          loading={list.loading}
          busy={list.refreshing}
          empty={<EmptyList asked={asks(list.state)} onClear={() => list.change(nothingAsked)} onNew={toNew} />}
          lead={<BatchBar count={selection.ids.length} actions={batch} onClear={selection.clear} />}
          bare={alone}
          tools={
            <Suspense>
              <ExportButton
                definition={definition}
                asked={list.asked}
                columns={columns.map(({ name }) => name)}
                title={title}
                view={list.viewing.view}
                empty={list.total === 0}
              />
              <Button size="small" type="text" onClick={list.reload}>
                刷新
              </Button>
            </Suspense>
          }
        />
        {slots.below?.(list)}
        <footer className="desk-foot">
          <SumRow definition={definition} sum={list.sum} picked={selection.rows} />
          {!alone && (
            <Suspense>
              <Pagination
                page={list.state.page}
                pageSize={list.state.pageSize}
                total={list.total}
                capped={list.capped}
                counting={list.counting}
                loading={list.loading}
                onExact={list.countExactly}
                onChange={(page, pageSize) => list.change({ page, pageSize })}
              />
            </Suspense>
          )}
        </footer>
      </Content>
      {slots.aside}
      {transitions.step && (
        <Suspense>
          <TransitionDialog definition={definition} transitions={transitions} />
        </Suspense>
      )}
    </PageFrame>
  );
}

const nothingAsked = { keyword: '', filters: {} };

const asks = ({ keyword, filters }: ListState): boolean => keyword !== '' || Object.keys(filters).length > 0;
