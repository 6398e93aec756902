// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { setConfigCall, settingHistoryCall, settingsCall } from '#contract/areas/ops/settings.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './config.tsx';

const opened = { key: 'service_days', value: 30, version: 3, updated_by: null, updated_at: null };
const theirs = { ...opened, value: 15, version: 4 };
const conflict = { code: 4009, msg: '配置已被他人修改，请刷新后再改' };

/** The screen with the drawer of 售后申请期限 open at version 3. */
async function openDrawer(line = (bench: Bench) => bench) {
  const bench = createBench();
  bench.on(settingsCall.path, { result: { list: [opened] } });
  bench.on(settingHistoryCall.path, { result: { list: [] } });
  const { router } = renderDesk(<Screen />, { bench: line(bench), keys: ['Index:setConfig'] });
  await userEvent.click(await screen.findByRole('button', { name: '修改售后申请期限' }));
  return { bench, router, drawer: await screen.findByRole('dialog') };
}

const input = () => screen.getByRole('spinbutton');

afterEach(() => vi.useRealTimers());

it('sends the version it was opened on, whatever the list below has read meanwhile', async () => {
  const { bench } = await openDrawer();
  await userEvent.type(input(), '{Control>}a{/Control}45');
  // Somebody else sets 15, and the list, by now a minute old, is read again.
  bench.on(settingsCall.path, { result: { list: [theirs] } });
  vi.setSystemTime(Date.now() + 60_000);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('15 天');
  bench.on(setConfigCall.path, conflict);
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText('他人修改了此配置；您填写的内容仍在本页');
  await waitFor(() =>
    expect(bench.calls(setConfigCall.path)[0]?.input).toEqual({ key: 'service_days', value: 45, version: 3 }),
  );
});

it('has the list read again when somebody else was faster', async () => {
  const { bench } = await openDrawer();
  await userEvent.type(input(), '{Control>}a{/Control}45');
  bench.on(settingsCall.path, { result: { list: [theirs] } });
  bench.on(setConfigCall.path, conflict);
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText('15 天');
  expect(input()).toHaveProperty('value', '45');
});

it('says who was faster, and sets mine over theirs when its person says so', async () => {
  const { bench } = await openDrawer();
  await userEvent.type(input(), '{Control>}a{/Control}45');
  bench.on(settingsCall.path, { result: { list: [theirs] } });
  const change = { id: 9, at: '2026-11-22T02:00:00Z', admin_name: '李梅', before: 30, after: 15 };
  bench.on(settingHistoryCall.path, { result: { list: [change] } });
  bench.on(setConfigCall.path, conflict);
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText(/李梅 于 .* 修改了此配置/);
  await userEvent.click(await screen.findByRole('button', { name: '对比并合并' }));
  const compared = await screen.findByRole('row', { name: /售后申请期限.*45 天/ });
  expect(compared.textContent).toBe('售后申请期限30 天15 天45 天');
  await userEvent.click(screen.getByRole('button', { name: /^合 ?并$/ }));
  bench.on(setConfigCall.path, { result: { ...opened, value: 45, version: 5 } });
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await waitFor(() => expect(bench.calls(setConfigCall.path)).toHaveLength(2));
  expect(bench.calls(setConfigCall.path)[1]?.input).toEqual({ key: 'service_days', value: 45, version: 4 });
});

it('asks before what is typed is lost, and does not once it is saved', async () => {
  const { bench, router } = await openDrawer();
  const here = router.state.location.key;
  await userEvent.type(input(), '{Control>}a{/Control}45');
  void router.navigate('/elsewhere');
  await screen.findByText('离开后，未保存的修改会丢失。');
  expect(router.state.location.key).toBe(here);
  const [stay] = screen.getAllByRole('button', { name: '取消' });
  await userEvent.click(stay as HTMLElement);
  await waitFor(() => expect(document.querySelector('.ant-modal')).toBeNull());
  bench.on(setConfigCall.path, { result: { ...opened, value: 45, version: 4 } });
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is not opened on the version of before while its own change is being read', async () => {
  let release = () => {};
  const { bench } = await openDrawer((whole) => {
    const line = heldPath(whole, settingsCall.path, 2);
    release = line.release;
    return line.bench;
  });
  await userEvent.type(input(), '{Control>}a{/Control}45');
  bench.on(setConfigCall.path, { result: { ...opened, value: 45, version: 4 } });
  bench.on(settingsCall.path, { result: { list: [{ ...opened, value: 45, version: 4 }] } });
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const change = screen.getByRole('button', { name: '修改售后申请期限' });
  expect(change).toHaveProperty('disabled', true);
  release();
  await waitFor(() => expect(change).toHaveProperty('disabled', false));
  screen.getByText('45 天');
});
