import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { taskList } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import { tasks } from '#src/engine/tasks.ts';
import { forgetTaskUpdates, missTaskUpdates, takeTaskUpdate } from '#src/live/task-updates.ts';
import { followTasks, readInStep } from './follow-tasks.ts';
import { aTask } from './test-task.ts';

// What is pushed against what has been read.

let queries: QueryClient;
let stop: () => void;
let readAgain: ReturnType<typeof vi.spyOn>;
const key = [tasks.name, taskList.path, { page: 1 }];
const shown = () => queries.getQueryData<{ list: Task[] }>(key)?.list.map(({ status, progress }) => [status, progress]);

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(key, { list: [aTask(), aTask({ id: 8, progress: 1 })], total: 2 });
  readAgain = vi.spyOn(queries, 'invalidateQueries');
  stop = followTasks(queries);
});

afterEach(() => {
  stop();
  forgetTaskUpdates();
});

describe('pushed updates', () => {
  it('move the bar of their own task', () => {
    takeTaskUpdate({ id: 7, status: 2, progress: 60 });
    expect(shown()).toEqual([
      [2, 60],
      [2, 1],
    ]);
  });

  it('have the list read again when a task is new, comes to its end or begins anew, and not for each step of it', () => {
    takeTaskUpdate({ id: 9, status: 1, progress: 0 });
    expect(readAgain).toHaveBeenCalledTimes(1);
    for (const progress of [10, 20, 30]) takeTaskUpdate({ id: 9, status: 2, progress });
    expect(readAgain).toHaveBeenCalledTimes(1);
    takeTaskUpdate({ id: 9, status: 4, progress: 30 });
    expect(readAgain).toHaveBeenCalledTimes(2);
    takeTaskUpdate({ id: 9, status: 1, progress: 0 });
    expect(readAgain).toHaveBeenCalledTimes(3);
    expect(readAgain).toHaveBeenLastCalledWith(expect.objectContaining({ queryKey: [tasks.name] }));
  });

  it('do not call a task finished before its file is known', () => {
    takeTaskUpdate({ id: 7, status: 3, progress: 100 });
    expect(shown()?.[0]).toEqual([2, 45]);
  });

  it('that may have been missed have the list read again; forgetting them does not', () => {
    missTaskUpdates();
    expect(readAgain).toHaveBeenCalledTimes(1);
    forgetTaskUpdates();
    expect(readAgain).toHaveBeenCalledTimes(1);
  });

  it('stand over an answer that was on its way when they came, but for the end, which only an answer knows', async () => {
    takeTaskUpdate({ id: 8, status: 2, progress: 90 });
    const answer = await readInStep(async () => {
      takeTaskUpdate({ id: 7, status: 2, progress: 80 });
      takeTaskUpdate({ id: 9, status: 3, progress: 100 });
      return { list: [aTask(), aTask({ id: 8, progress: 1 }), aTask({ id: 9 })], total: 3 };
    });
    expect(answer.total).toBe(3);
    expect(answer.list.map(({ status, progress }) => [status, progress])).toEqual([
      [2, 80],
      [2, 1],
      [2, 45],
    ]);
  });

  it('at the end of a task have a list that is being read for the first time read again: its answer is of before', async () => {
    takeTaskUpdate({ id: 7, status: 2, progress: 80 });
    const queryKey = [tasks.name, taskList.path, { page: 2 }];
    const answers: ((list: Task[]) => void)[] = [];
    const reading = () => new Promise<{ list: Task[] }>((resolve) => answers.push((list) => resolve({ list })));
    const leave = new QueryObserver(queries, { queryKey, queryFn: () => readInStep(reading) }).subscribe(() => {});
    takeTaskUpdate({ id: 7, status: 3, progress: 100 });
    answers[0]?.([aTask({ progress: 90 })]);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.([aTask({ status: 3, progress: 100 })]);
    await expect.poll(() => queries.getQueryData(queryKey)).toMatchObject({ list: [{ status: 3, progress: 100 }] });
    leave();
  });
});
