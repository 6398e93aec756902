// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelTask, taskDetail, taskList, taskPanel, taskProgress } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import { aTask } from '#src/areas/tasks/test-task.ts';
import { type Bench, createBench, renderOn } from '#src/engine/test-bench.tsx';
import { clearToasts, useNotices } from '#src/kit/notice.ts';
import { setLive } from '#src/live/live-state.ts';
import { forgetTaskUpdates, missTaskUpdates, takeTaskUpdate, useTaskUpdates } from '#src/live/task-updates.ts';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { refreshSession } from '../session/sign-in-state.ts';
import { TaskButton } from './task-button.tsx';

// Read ahead, as the frame does when it is idle.
await Promise.all([import('./task-panel.tsx'), import('./task-dialogs.tsx')]);

let bench: Bench;
let held: Task[];
let canCreate: boolean;

beforeEach(() => {
  held = [aTask()];
  canCreate = true;
  bench = createBench();
  bench.on(taskPanel.path, () => ({
    result: {
      running_count: held.filter(({ status }) => status === 1 || status === 2).length,
      columns: [],
      can_create: canCreate,
    },
  }));
  bench.on(taskList.path, () => ({ result: { list: held, total: held.length } }));
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'goods', nickname: '林' } });
  refreshSession();
  setLive(true);
});

afterEach(() => {
  vi.useRealTimers();
  setLive(false);
  forgetTaskUpdates();
  clearToasts();
  localStorage.clear();
  clearSession();
  refreshSession();
});

function show() {
  const services = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  renderOn(<TaskButton />, {
    bench,
    around: (inner) => (
      <AppProvider value={{ services, rows: [], sessionEnd: undefined as never }}>{inner}</AppProvider>
    ),
  });
}

const button = (name: string) => screen.findByRole('button', { name });
const panel = () => screen.findByRole('region', { name: '工单' });
const rows = async () =>
  (await within(await panel()).findAllByRole('row')).slice(1).map(({ textContent }) => textContent);

describe('the badge', () => {
  it('counts tasks under way, and follows what is pushed', async () => {
    show();
    await button('工单，1 个进行中');
    held = [aTask(), aTask({ id: 8, status: 1 })];
    act(() => takeTaskUpdate({ id: 8, status: 1, progress: 0 }));
    await button('工单，2 个进行中');
    held = [];
    act(() => takeTaskUpdate({ id: 8, status: 3, progress: 100 }));
    await button('工单');
  });

  it('is read again when updates may have been missed', async () => {
    show();
    await button('工单，1 个进行中');
    held = [];
    act(() => missTaskUpdates());
    await button('工单');
  });

  it('asks by itself only while nothing is pushed and something is under way', async () => {
    bench.on(taskProgress.path, () => {
      held = [aTask({ status: 3 })];
      return { result: [{ id: 7, status: 3, progress: 100 }] };
    });
    show();
    await button('工单，1 个进行中');
    expect(bench.calls(taskProgress.path)).toEqual([]);
    act(() => setLive(false));
    await waitFor(() => expect(bench.calls(taskProgress.path)[0]?.input).toEqual({ task_ids: [7] }));
    await button('工单');
    const asked = bench.calls(taskProgress.path).length;
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(bench.calls(taskProgress.path)).toHaveLength(asked);
  });
});

describe('the panel', () => {
  it('shows each task in its state, and moves with what is pushed', async () => {
    held = [
      aTask(),
      aTask({ id: 8, serial_no: 'GD8', status: 4, remark: '磁盘已满' }),
      aTask({ id: 9, serial_no: 'GD9', status: 3, row_count: 0 }),
    ];
    show();
    await userEvent.click(await button('工单，1 个进行中'));
    expect(await rows()).toEqual([
      'GD26112100007商品导出 2026-11-21商品进行中45%取消详情',
      'GD8商品导出 2026-11-21商品失败磁盘已满重试详情',
      'GD9商品导出 2026-11-21商品已完成无数据详情',
    ]);
    act(() => takeTaskUpdate({ id: 7, status: 2, progress: 46 }));
    await waitFor(() => expect(bench.calls(taskList.path)).toHaveLength(2));
    act(() => takeTaskUpdate({ id: 7, status: 2, progress: 80 }));
    await waitFor(async () => expect((await rows())[0]).toContain('80%'));
    expect(bench.calls(taskList.path)).toHaveLength(2);
  });

  it('does not fall back to what was asked for when the connection was down before', async () => {
    held = [aTask({ progress: 20 })];
    bench.on(taskProgress.path, { result: [{ id: 7, status: 2, progress: 20 }] });
    show();
    await userEvent.click(await button('工单，1 个进行中'));
    act(() => setLive(false));
    await waitFor(() => expect(useTaskUpdates.getState().updates[7]).toMatchObject({ progress: 20 }));
    held = [aTask({ progress: 80 })];
    act(() => setLive(true));
    act(() => takeTaskUpdate({ id: 7, status: 2, progress: 80 }));
    await waitFor(async () => expect((await rows())[0]).toContain('80%'));
    bench.on(taskProgress.path, 'cut');
    act(() => setLive(false));
    expect(useTaskUpdates.getState().updates[7]).toMatchObject({ progress: 80 });
    expect((await rows())[0]).toContain('80%');
  });

  it('keeps what is pushed while an answer to its own question is on its way', async () => {
    bench.on(taskProgress.path, () => {
      // The line is back, and brings what the server says after it has answered.
      setLive(true);
      takeTaskUpdate({ id: 7, status: 2, progress: 80 });
      return { result: [7, 8].map((id) => ({ id, status: 2, progress: 20 })) };
    });
    show();
    await button('工单，1 个进行中');
    act(() => setLive(false));
    await waitFor(() => expect(useTaskUpdates.getState().updates[8]).toMatchObject({ progress: 20 }));
    expect(useTaskUpdates.getState().updates[7]).toMatchObject({ progress: 80 });
  });

  it('closes by Escape and by a press outside, and the focus is on the icon again', async () => {
    show();
    const icon = await button('工单，1 个进行中');
    await userEvent.click(icon);
    await panel();
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: '工单' })).toBeNull();
    expect(document.activeElement).toBe(icon);
    await userEvent.click(icon);
    await panel();
    await userEvent.click(document.body);
    await waitFor(() => expect(screen.queryByRole('region', { name: '工单' })).toBeNull());
  });

  it.each([
    ['cut', '当前离线'],
    [{ code: 5000, msg: '服务器繁忙' }, '服务器繁忙'],
  ] as const)('says why there is nothing (%j)', async (reply, words) => {
    bench.on(taskList.path, reply);
    show();
    await userEvent.click(await button('工单，1 个进行中'));
    expect((await within(await panel()).findByRole('alert')).textContent).toContain(words);
  });

  it('says when there is nothing, and has 新建 only for who may', async () => {
    held = [];
    canCreate = false;
    show();
    await userEvent.click(await button('工单'));
    await within(await panel()).findByText('暂无数据');
    expect(screen.queryByRole('button', { name: '新建' })).toBeNull();
  });

  it('cancels once, shows a refusal as a message, and reads the list again', async () => {
    bench.on(cancelTask.path, { code: 4012, msg: '工单已完成，不能取消' });
    show();
    await userEvent.click(await button('工单，1 个进行中'));
    const cancel = await button('取消 GD26112100007');
    const before = bench.calls(taskList.path).length;
    await userEvent.click(cancel);
    await waitFor(() => expect(useNotices.getState().toasts).toMatchObject([{ text: '工单已完成，不能取消' }]));
    expect(bench.calls(cancelTask.path).map(({ input }) => input)).toEqual([{ task_id: 7 }]);
    await waitFor(() => expect(bench.calls(taskList.path).length).toBeGreaterThan(before));
  });

  it('opens the detail with its kind, and stays open under it', async () => {
    bench.on(taskDetail.path, { result: { list: [], data_type: 1 } });
    show();
    await userEvent.click(await button('工单，1 个进行中'));
    await userEvent.click(await button('详情 GD26112100007'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('暂无内容');
    expect(within(dialog).getByText('商品')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await panel();
  });
});
