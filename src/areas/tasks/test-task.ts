import type { Task } from '#contract/areas/tasks/task.ts';

/** A task for tests, running by default. */
export function aTask(given: Partial<Task> = {}): Task {
  return {
    id: 7,
    serial_no: 'GD26112100007',
    name: '商品导出 2026-11-21',
    data_type: 1,
    status: 2,
    remark: null,
    progress: 45,
    file_size: null,
    file_path: null,
    row_count: null,
    created_at: '2026-11-21T02:00:00.000Z',
    finished_at: null,
    expire_at: null,
    ...given,
  };
}
