// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { beginSecondFactor, confirmSecondFactor } from '#contract/areas/me/second-factor.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

it('is not left while the first code is judged, and tells that nobody knows what became of it', async () => {
  const bench = createBench();
  bench.on(beginSecondFactor.path, { result: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } });
  bench.on(confirmSecondFactor.path, { code: 5000, msg: '', http: 503 });
  const line = heldPath(bench, confirmSecondFactor.path);
  const onClose = vi.fn();
  renderDesk(<SetUpDialog on={false} onClose={onClose} />, { bench: line.bench });
  await userEvent.type(await screen.findByLabelText('当前密码'), 'correct-horse-battery');
  await userEvent.click(await screen.findByRole('button', { name: '下一步' }));
  await userEvent.type(await screen.findByLabelText('验证码'), '123456{Enter}');
  const leave = screen.getByRole('button', { name: '取消' });
  await waitFor(() => expect(leave).toHaveProperty('disabled', true));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  line.release();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^结果未知/);
  await waitFor(() => expect(leave).toHaveProperty('disabled', false));
  // The server had taken the first one: it knows of nothing that waits, which is not "expired".
  bench.on(confirmSecondFactor.path, { code: 4010, msg: '设置已过期，请重新开始' });
  await userEvent.click(await screen.findByRole('button', { name: '确认' }));
  await waitFor(() => expect(bench.calls(confirmSecondFactor.path)).toHaveLength(2));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^结果未知/);
});
