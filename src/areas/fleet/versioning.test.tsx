// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { deviceOrder } from '#contract/areas/fleet/device-order.ts';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { configCall } from '#contract/areas/shell/config.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './versioning.tsx';

const version = {
  id: 3,
  version: 2,
  client_type: 4,
  version_no: '1.7.1',
  build_no: 171,
  page_build: 'c51b07e9a438',
  force_update: true,
  gray_shop_ids: [],
  notes: '盘点更快',
  status: 1,
  published_at: '2026-11-20T02:00:00.000Z',
};
const device = { id: 9, name: '平板 2', device_id: 'a-b', page_build: '8d24e6105fa9', unsent: 7, oldest_minutes: 42 };

function open(at: string) {
  const bench = createBench();
  const list = (rows: object[]) => ({ result: { list: rows, total: rows.length, capped: false } });
  bench.on(callsOf(clientVersion).list.path, list([version, { ...version, id: 4, version_no: '1.8.0', status: 0 }]));
  bench.on(callsOf(clientDevice).list.path, list([device]));
  bench.on(callsOf(deviceOrder).list.path, list([{ id: 1, lever: 'pause', is_on: true, reason: '网络割接' }]));
  bench.on(fleetCalls.publish.path, { result: { id: 4, version: 3, no: null } });
  bench.on(fleetCalls.turn.path, { result: { count: 1 } });
  bench.on(fleetCalls.revoke.path, { result: { id: 3, version: 3, no: null } });
  bench.on(configCall.path, { result: { value: 1 } });
  bench.on(fleetCalls.builds.path, {
    result: {
      list: [
        {
          build: 'c51b07e9a438',
          first_seen_at: '2026-11-20T02:00:00.000Z',
          devices: 15,
          present: 9,
          unsent: 0,
          is_wanted: true,
          is_old: false,
        },
        {
          build: '8d24e6105fa9',
          first_seen_at: '2026-11-02T02:00:00.000Z',
          devices: 5,
          present: 2,
          unsent: 7,
          is_wanted: false,
          is_old: true,
        },
      ],
    },
  });
  const keys = [...new Set([...Object.values(fleetCalls).map(({ access }) => access), 'common:versionSave'])];
  renderDesk(<Screen />, { bench, at, keys });
  return bench;
}

it('says what publishing reaches before it is done, and takes a version back with a reason alone', async () => {
  const bench = open('/setManage/versioning');
  await userEvent.click(await screen.findByRole('button', { name: '发布' }));
  await screen.findByText('发布 1.8.0：全部旧版页面发送完扫描后必须更新');
  await userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  await waitFor(() => expect(bench.calls(fleetCalls.publish.path)[0]?.input).toEqual({ id: 4, version: 2 }));
  await userEvent.click(screen.getByRole('button', { name: '撤回' }));
  const reason = await screen.findByLabelText(/撤回原因/);
  const ok = screen.getAllByRole('button', { name: /确\s?定/ }).at(-1) as HTMLButtonElement;
  expect(ok.disabled).toBe(true);
  await userEvent.type(reason, '打印偏移');
  await userEvent.click(ok);
  await waitFor(() =>
    expect(bench.calls(fleetCalls.revoke.path)[0]?.input).toEqual({ id: 3, version: 2, reason: '打印偏移' }),
  );
});

it('shows how far a version has come, what is unsent where, and the kill switches that are pulled', async () => {
  open('/setManage/versioning?view=devices');
  await screen.findByText('15台 75% · 在线 9 · 已发布');
  expect(screen.getByText('5台 25% · 在线 2 · 未发送 7 · 待升级')).toBeTruthy();
  await screen.findByText('平板 2');
  await screen.findByText(/暂停全部设备发送扫描：已开启/);
});

it('turns a lever for a chosen device with its reason, and says what that means for it', async () => {
  const bench = open('/setManage/versioning?view=devices');
  await userEvent.click(await screen.findByRole('button', { name: '发送消息' }));
  await screen.findByText('发送消息：平板 2。下次上报时显示');
  await userEvent.type(screen.getByLabelText(/消息内容/), '今晚换网络');
  const ok = screen.getAllByRole('button', { name: /确\s?定/ }).at(-1) as HTMLButtonElement;
  expect(ok.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(/原因/), '割接');
  await userEvent.click(ok);
  await waitFor(() =>
    expect(bench.calls(fleetCalls.turn.path)[0]?.input).toEqual({
      ids: [9],
      lever: 'message',
      on: true,
      words: '今晚换网络',
      reason: '割接',
    }),
  );
});

it('lists what was set for devices, by whom and why', async () => {
  open('/setManage/versioning?view=orders');
  await screen.findByText('网络割接');
  expect(screen.getAllByText('暂停发送').length).toBeGreaterThan(0);
});
