import { Button, Select } from 'antd';
import { type ReactNode, useId, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fieldOf } from '#contract/kit/base-fields.ts';
import { isGiven } from '#contract/kit/given.ts';
import { groupedBy, nextDimension, type Report } from '#contract/kit/report.ts';
import { listInput } from '#src/engine/list/first-question.ts';
import { useListState } from '#src/engine/list/use-list-state.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { columnsOf } from '../columns.tsx';
import { Content } from '../faces.tsx';
import { DataTable } from '../list/data-table.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { Pagination } from '../list/pagination.tsx';
import { SumRow } from '../list/sum-row.tsx';
import { PageFrame } from '../page-frame.tsx';
import { SaveFileButton } from '../save-file-button.tsx';
import './report.css';

interface ReportPageProps {
  report: Report;
  slots?: {
    /** Between title and filters: tabs. */
    above?: ReactNode;
    /** Buttons at the right of the title. */
    extra?: ReactNode;
  };
}

/**
 * A report: filters, what its rows are put together by, sums. A row leads on: what it is of becomes a filter and the next dimension what rows are put
 * together by. All of it is in the address, so that back leads back.
 */
export function ReportPage({ report, slots = {} }: ReportPageProps) {
  const [params, setParams] = useSearchParams();
  const id = useId();
  const seen = useSeen(report.rows);
  const given = params.get('group');
  const grouped = useMemo(() => {
    const asked = (given ?? '').split(',').filter((name) => report.dimensions.includes(name));
    return asked.length > 0 ? asked : [...report.starts];
  }, [given, report]);
  const definition = useMemo(() => groupedBy(seen, report, grouped), [seen, report, grouped]);
  const [state, change] = useListState(definition, true);
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([, value]) => isGiven(value)));
  const sort = sortIn(state.sort, definition.list.columns);
  const input = { ...listInput(filters, { ...state, sort }), group_by: grouped };
  const read = useRead({ name: report.name }, report.call, { input });
  const rows = useMemo(() => (read.value?.list ?? []).map((row, at): Row => ({ ...row, id: at + 1 })), [read.value]);
  const columns = useMemo(() => columnsOf(definition), [definition]);
  const next = nextDimension(report, grouped);
  const put = (group: readonly string[], more: Values = {}) =>
    setParams((now) => {
      const written = new URLSearchParams(now);
      written.set('group', group.join(','));
      for (const [name, value] of Object.entries(more)) written.set(name, JSON.stringify([value]));
      for (const name of ['page', 'sort']) written.delete(name);
      return written;
    });
  const lead = (row: Row) => {
    const known = Object.fromEntries(grouped.filter((name) => isGiven(row[name])).map((name) => [name, row[name]]));
    if (next) put([next], known);
  };
  return (
    <PageFrame
      title={report.label}
      extra={
        <>
          {slots.extra}
          <SaveFileButton
            call={report.file}
            input={{ ...filters, ...(sort ? { sort } : {}), group_by: grouped }}
            disabled={rows.length === 0}
          />
        </>
      }
      failure={read.failure}
      onRetry={read.reload}
    >
      {slots.above}
      <FilterBar definition={definition} state={state} onAsk={change} />
      <div className="report-groups">
        <label htmlFor={`${id}-group`}>分组</label>
        <Select
          id={`${id}-group`}
          mode="multiple"
          className="report-group"
          value={grouped}
          onChange={(names: string[]) => names.length > 0 && put(names)}
          options={report.dimensions.map((name) => ({ value: name, label: fieldOf(report.rows, name).label }))}
        />
        {read.value?.as_of && <span className="desk-hint">{`数据截至 ${read.value.as_of}`}</span>}
        <span className="desk-hint">{next ? `点击一行，按${fieldOf(report.rows, next).label}展开` : ''}</span>
      </div>
      <Content of={{ failure: null, stale: read.stale, reload: read.reload }}>
        <DataTable
          name={`${report.name}-report`}
          label={report.label}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(wanted) => change({ sort: wanted })}
          {...(next ? { onOpen: lead } : {})}
          pinned={grouped}
          loading={read.loading}
          busy={read.refreshing}
          tools={
            <Button size="small" type="text" onClick={read.reload}>
              刷新
            </Button>
          }
        />
        <footer className="desk-foot">
          <SumRow definition={definition} sum={read.value?.sum} />
          <Pagination
            page={state.page}
            pageSize={state.pageSize}
            total={read.value?.total ?? 0}
            capped={false}
            counting={false}
            loading={read.loading}
            onExact={read.reload}
            onChange={(page, pageSize) => change({ page, pageSize })}
          />
        </footer>
      </Content>
    </PageFrame>
  );
}

// An order of another grouping means nothing here.
function sortIn(sort: string | undefined, columns: readonly string[]): string | undefined {
  return sort && columns.includes(sort.replace(/^-/, '')) ? sort : undefined;
}
