// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type AdminInfo, adminCalls } from '#contract/areas/access/admin.ts';
import { createBench, heldLine } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { ResetPassword } from './reset-password.tsx';

const person = { id: 17, version: 1, username: 'cs', nickname: '秦思雨', job_no: null, mobile: null };

it('stays open while it runs, and tells that nobody knows what became of it', async () => {
  const bench = createBench();
  bench.on(adminCalls.edit.path, 'cut');
  const line = heldLine(bench);
  const onClose = vi.fn();
  renderDesk(
    <ResetPassword person={person as unknown as AdminInfo['admin']} onClose={onClose} onDone={() => undefined} />,
    { bench: line.bench },
  );
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(dialog.querySelector('input') as HTMLInputElement, 'correct-horse-battery');
  await userEvent.click(await screen.findByRole('button', { name: /重置密码/ }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '取消' }).disabled).toBe(true));
  fireEvent.keyDown(dialog, { key: 'Escape', code: 'Escape', keyCode: 27 });
  fireEvent.click(dialog.querySelector('.ant-modal-close') as HTMLElement);
  expect(onClose).not.toHaveBeenCalled();
  line.release();
  await screen.findByText(/结果未知/);
  await userEvent.click(await screen.findByRole('button', { name: '放弃' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows the new password until it has been taken away, with the account and the address to copy', async () => {
  const bench = createBench();
  bench.on(adminCalls.edit.path, { result: { id: 17, version: 2, no: null, grant_id: null } });
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  renderDesk(<ResetPassword person={person as unknown as AdminInfo['admin']} onClose={onClose} onDone={onDone} />, {
    bench,
  });
  await userEvent.click(await screen.findByRole('button', { name: '随机生成' }));
  await userEvent.click(await screen.findByRole('button', { name: /重置密码/ }));
  const sent = bench.calls(adminCalls.edit.path);
  await screen.findByText('只显示这一次', { exact: false });
  const password = String((sent[0]?.input as { reset_password?: string } | undefined)?.reset_password);
  expect(password).toMatch(/^(\w{4}-){4}\w{4}$/);
  expect(screen.getByText(password)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: '复制' }));
  expect(writeText).toHaveBeenCalledWith(`地址：${location.origin}\n账号：cs\n初始密码：${password}`);
  await userEvent.click(await screen.findByRole('button', { name: '已交给本人' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onDone).toHaveBeenCalledExactlyOnceWith(2);
  vi.unstubAllGlobals();
});
