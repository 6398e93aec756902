import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { taskPanel } from '#contract/areas/tasks/calls.ts';
import type { ExportType, ImportType, Task } from '#contract/areas/tasks/task.ts';
import { useListState } from '#src/engine/list/use-list-state.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useRead } from '#src/engine/use-read.ts';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { FilterBar } from '#src/kit/desk/list/filter-bar.tsx';
import { Pagination } from '#src/kit/desk/list/pagination.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { shownTask, statesNamedAs } from './shown-task.ts';
import { type TaskRow, taskColumns } from './task-columns.tsx';
import type { Shown } from './task-dialog.tsx';
import { useTaskList } from './use-task-list.ts';
import { useTaskSteps } from './use-task-steps.ts';

const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }));

/** 导出列表: all of a person's tasks, in step with what is pushed of them. */
export function Screen() {
  const [state, change] = useListState(shownTask, true);
  const [shown, setShown] = useState<Shown | null>(null);
  const stepsOf = useTaskSteps({ show: (what, task) => setShown({ what, task }) });
  const panel = useRead(tasks, taskPanel, { input: {} });
  const list = useTaskList({ ...askedBy(state.filters), page: state.page, page_size: state.pageSize });
  return (
    <PageFrame
      title="导出列表"
      extra={
        panel.value?.can_create && (
          <Button type="primary" onClick={() => setShown({ what: 'new' })}>
            新建
          </Button>
        )
      }
      failure={list.failure}
      stale={list.stale}
      onRetry={list.reload}
    >
      <FilterBar definition={shownTask} state={state} onAsk={change} />
      <DataTable<TaskRow>
        name={tasks.name}
        label="导出列表"
        columns={taskColumns}
        rows={list.rows as readonly TaskRow[]}
        rowActions={stepsOf}
        onOpen={(task) => setShown({ what: 'detail', task })}
        opens={shownTask.title}
        loading={list.loading}
        busy={list.refreshing}
        tools={
          <Button size="small" type="text" onClick={list.reload}>
            刷新
          </Button>
        }
      />
      <footer className="desk-foot">
        <Pagination
          page={state.page}
          pageSize={state.pageSize}
          total={list.total}
          capped={false}
          counting={false}
          onExact={list.reload}
          onChange={(page, pageSize) => change({ page, pageSize })}
        />
      </footer>
      {shown && (
        <Suspense>
          <TaskDialog shown={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

function askedBy(filters: Readonly<Record<string, unknown>>): { data_type?: Task['data_type'][]; status?: number[] } {
  const types = codesIn(filters.data_type) as (ExportType | ImportType)[];
  const statuses = codesIn(filters.status);
  return {
    ...(types.length > 0 ? { data_type: types } : {}),
    ...(statuses.length > 0 ? { status: statesNamedAs(statuses) } : {}),
  };
}

const codesIn = (value: unknown): number[] => (value === undefined ? [] : [value].flat().map(Number));
