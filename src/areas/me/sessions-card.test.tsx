// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { endOwnSessionsCall, ownSessionsCall } from '#contract/areas/me/account.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { SessionsCard } from './sessions-card.tsx';

const session = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  tablet: false,
  ip: '10.0.0.1',
  since: '2026-11-27T01:00:00.000Z',
  seen_at: '2026-11-27T01:00:00.000Z',
};

it('asks for the password before a session ends, and says on the spot when it is wrong', async () => {
  const bench = createBench();
  bench.on(ownSessionsCall.path, {
    result: {
      list: [
        { ...session, id: 1, here: true },
        { ...session, id: 2, here: false },
      ],
    },
  });
  bench.on(endOwnSessionsCall.path, { code: 4001, msg: '密码错误' });
  renderDesk(<SessionsCard />, { bench });
  await userEvent.click(await screen.findByRole('button', { name: /^退出此设备/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: '退出登录' })).toHaveProperty('disabled', true);
  await userEvent.type(within(dialog).getByLabelText('当前密码'), 'nine herons{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toContain('密码错误');
  bench.on(endOwnSessionsCall.path, { result: { count: 1 } });
  await userEvent.click(within(dialog).getByRole('button', { name: '退出登录' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bench.calls(endOwnSessionsCall.path).map(({ input }) => input)).toEqual([
    { password: 'nine herons', which: 2 },
    { password: 'nine herons', which: 2 },
  ]);
});
