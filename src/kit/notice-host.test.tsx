// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, showAlert, toast, useNotices } from './notice.ts';
import { NoticeHost } from './notice-host.tsx';

beforeEach(() => {
  // jsdom has the element but not its method.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

afterEach(() => {
  cleanup();
  useNotices.setState({ dialogs: [], toasts: [] });
});

it('tells under 提示 with one button, and the same thing once', async () => {
  render(<NoticeHost />);
  const read = showAlert('库存不足');
  void showAlert('库存不足');
  expect(await screen.findByRole('alertdialog', { name: '提示', description: '库存不足' })).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
  await read;
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('asks, one question after the other', async () => {
  render(<NoticeHost />);
  const first = ask('作废？', { danger: true });
  const second = ask('退出？');
  await userEvent.click(await screen.findByRole('button', { name: '取消' }));
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
  expect([await first, await second]).toEqual([false, true]);
});

it('says one good thing at a time, and every failure', async () => {
  render(<NoticeHost />);
  toast('保存成功', 'good');
  toast('没有保存', 'bad');
  toast('操作成功', 'good');
  await screen.findByText('操作成功');
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['没有保存', '操作成功']);
});

it('keeps the spaces that make a repeated message another one', async () => {
  render(<NoticeHost />);
  toast('密码错误  ', 'bad');
  expect((await screen.findByRole('button')).textContent).toBe('密码错误  ');
});
