import { Radio } from 'antd';
import { useState } from 'react';
import {
  type BatchLine,
  lineOutcome,
  lineOutcomes,
  toolBatch,
  toolBatchCalls,
} from '#contract/areas/tasks/tool-batch.ts';
import { limits } from '#contract/kit/limits.ts';
import { changeWords } from '#src/engine/bulk/preview-row.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { ChangeCell } from '#src/kit/desk/bulk/change-cell.tsx';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { Pagination } from '#src/kit/desk/list/pagination.tsx';

type Shown = Row & BatchLine;

/** The rows of a batch, page by page: what each changed, what was refused and what was left, with the reason. */
export function BatchLines({ id }: { id: number }) {
  const [asked, setAsked] = useState<{ page: number; pageSize: number; outcome: number | 'all' }>({
    page: 1,
    pageSize: limits.pageSize * 5,
    outcome: 'all',
  });
  const { page, pageSize, outcome } = asked;
  const read = useRead(toolBatch, toolBatchCalls.lines, {
    input: { id, page, page_size: pageSize, ...(outcome === 'all' ? {} : { line_status: [outcome] }) },
  });
  const rows: Shown[] = (read.value?.list ?? []).map((line) => ({ ...line }));
  return (
    <Content of={{ failure: read.failure, stale: read.stale, reload: read.reload }}>
      <DataTable<Shown>
        name="toolBatch-rows"
        label="明细"
        columns={columns}
        rows={rows}
        height={420}
        pinned={pinned}
        loading={read.loading}
        busy={read.refreshing}
        lead={
          <Radio.Group
            size="small"
            optionType="button"
            value={outcome}
            options={[{ value: 'all', label: '全部' }, ...choices]}
            onChange={(event) => setAsked({ ...asked, page: 1, outcome: event.target.value as number | 'all' })}
          />
        }
      />
      <Pagination
        page={page}
        pageSize={pageSize}
        total={read.value?.total ?? 0}
        capped={false}
        counting={false}
        loading={read.loading}
        onExact={read.reload}
        onChange={(next, size) => setAsked({ ...asked, page: next, pageSize: size })}
      />
    </Content>
  );
}

const choices = Object.entries(lineOutcomes).map(([code, label]) => ({ value: Number(code), label }));
const pinned = ['title'];
const isDone = (outcome: number): boolean => outcome === lineOutcome.changed || outcome === lineOutcome.undone;

const columns: Column<Shown>[] = [
  { name: 'row_no', label: '行号', width: 72, align: 'end', render: (row) => row.row_no },
  { name: 'title', label: '对象', width: 200, render: (row) => row.title },
  { name: 'outcome', label: '结果', width: 96, render: (row) => lineOutcomes[row.outcome] },
  {
    name: 'changes',
    label: '修改内容',
    width: 420,
    render: ({ changes }) => <ChangeCell changes={changes} />,
    text: ({ changes }) => changes.map(changeWords).join('；'),
  },
  {
    name: 'error',
    label: '原因',
    width: 320,
    // Of a row that was done it is what its save said besides.
    render: ({ outcome, error }) => <span className={isDone(outcome) ? undefined : 'desk-wrong'}>{error}</span>,
    text: ({ error }) => error ?? '',
  },
];
