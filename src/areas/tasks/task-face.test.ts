import { describe, expect, it } from 'vitest';
import type { Task } from '#contract/areas/tasks/task.ts';
import { faceOf } from './task-face.ts';
import { aTask } from './test-task.ts';

// Specification §4, "Task status", row by row.
describe('the face of a task', () => {
  it.each<[string, Partial<Task>, object]>([
    [
      'waits like one that runs',
      { status: 1, progress: 0 },
      { label: '进行中', tone: 'moving', percent: 0, steps: ['cancel', 'detail'] },
    ],
    [
      'runs',
      { status: 2, progress: 45 },
      { label: '进行中', tone: 'moving', percent: 45, steps: ['cancel', 'detail'] },
    ],
    [
      'is finished, with its size',
      { status: 3, file_path: 'a', file_size: 2048, row_count: 9 },
      { label: '已完成', tone: 'done', size: 2048, steps: ['download', 'preview', 'detail'] },
    ],
    [
      'is finished without rows, so without a file',
      { status: 3, file_path: null, row_count: 0 },
      { label: '已完成', tone: 'done', note: '无数据', steps: ['detail'] },
    ],
    [
      'is finished and its file is gone',
      { status: 3, file_path: null, row_count: 12 },
      { label: '已完成', tone: 'done', note: '无数据，已过期', steps: ['detail'] },
    ],
    [
      'is an import, which has no file',
      { status: 3, data_type: 101, file_path: null, row_count: 12 },
      { label: '已完成', tone: 'done', steps: ['detail'] },
    ],
    [
      'has failed, and says why',
      { status: 4, remark: '磁盘已满' },
      { label: '失败', tone: 'refused', wrong: '磁盘已满', steps: ['retry', 'detail'] },
    ],
    ['is cancelled', { status: -1 }, { label: '已取消', tone: 'void', steps: ['retry', 'detail'] }],
  ])('%s', (_name, task, face) => {
    expect(faceOf(aTask(task))).toEqual(face);
  });
});
