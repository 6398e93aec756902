// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { organize, organizeCalls } from '#contract/areas/access/organize.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './form.tsx';

const record = {
  id: 5,
  version: 8,
  name: '一店',
  code: 'O5',
  parent_id: null,
  type: 4,
  leader_id: null,
  status: 1,
  audit: [],
  allowed: { transitions: [], edit: true },
};
const limit = { dimension: 2, name: '仓库', value_ids: [1, 2], values: [] };
let bench: Bench;

beforeEach(() => {
  bench = createBench();
  bench.on(organizeCalls.info.path, { result: { organize: record, grants: [] } });
  bench.on(organizeCalls.dataList.path, { result: { list: [limit], total: 1, version: 8 } });
  bench.on('/v1/warehouse/options', {
    result: {
      list: [
        { id: 1, title: '总仓', hint: null },
        { id: 2, title: '一店仓', hint: null },
      ],
    },
  });
});

const open = async () => {
  const { router } = renderDesk(<Screen />, { bench, at: '/form?id=5', keys: ['organize:edit', 'organize:addData'] });
  await screen.findByLabelText(/组织名称/);
  return router;
};
/** Takes the limit on warehouses away; there as long as there is one. */
const clearing = () => document.querySelector('[data-field="warehouse_ids"] .ant-select-clear');
const clear = (): boolean => fireEvent.click(clearing() as Element);
const save = (): boolean => fireEvent.submit(document.querySelector('form') as Element);
const sent = (path: string) => bench.calls(path).map(({ input }) => input);
const limits = organizeCalls.addData.path;
const conflict = { code: 4009, msg: '单据已被他人修改，请刷新' };

it('says that somebody else saved first, keeps what was typed, and reads both again', async () => {
  bench.on(limits, conflict);
  await open();
  clear();
  save();
  await screen.findByText('他人修改了此组织；您填写的内容仍在本页');
  expect(sent(limits)).toEqual([{ organize_id: 5, version: 8, items: [] }]);
  expect(clearing()).toBeNull();
  const reads = () => [organizeCalls.info.path, organizeCalls.dataList.path].map((path) => sent(path).length);
  await waitFor(() => expect(reads()).toEqual([2, 2]));
  fireEvent.click(screen.getByText('放弃我的修改'));
  await waitFor(() => expect(clearing()).not.toBeNull());
  expect(reads()).toEqual([3, 3]);
});

it('sends limits over the older of what it read at two moments', async () => {
  bench.on(organizeCalls.dataList.path, { result: { list: [limit], total: 1, version: 7 } });
  bench.on(limits, conflict);
  await open();
  clear();
  save();
  await waitFor(() => expect(sent(limits)).toEqual([{ organize_id: 5, version: 7, items: [] }]));
});

it('sends limits over the version that its own save of the record has answered', async () => {
  bench.on(callsOf(organize).edit.path, { result: { id: 5, version: 9, no: null } });
  bench.on(limits, { result: { grant_id: 4 } });
  await open();
  fireEvent.change(screen.getByLabelText(/组织名称/), { target: { value: '一店旁' } });
  clear();
  save();
  await waitFor(() => expect(sent(limits)).toEqual([{ organize_id: 5, version: 9, items: [] }]));
  expect(sent(callsOf(organize).edit.path)).toEqual([{ id: 5, version: 8, name: '一店旁' }]);
});

it('says that a move waits where the save of the record answers so', async () => {
  bench.on(callsOf(organize).edit.path, { result: { id: 5, version: 9, no: null, grant_id: 7 } });
  const router = await open();
  fireEvent.change(screen.getByLabelText(/组织名称/), { target: { value: '一店旁' } });
  save();
  await screen.findByText('已提交，待另一人审批');
  await waitFor(() => expect(router.state.location.search).toBe('?id=5&sent=1'));
});

it('sends limits of unknown outcome again as they were', async () => {
  bench.on(limits, 'cut');
  const router = await open();
  clear();
  save();
  await screen.findByText(/结果未知/);
  bench.on(limits, { result: { grant_id: 4 } });
  fireEvent.click(screen.getByText(/^重 ?试$/));
  // What waits for approval is shown on the form that is opened anew.
  await waitFor(() => expect(router.state.location.search).toBe('?id=5&sent=1'));
  const [first, again] = bench.calls(limits);
  expect(again).toEqual(first);
});
