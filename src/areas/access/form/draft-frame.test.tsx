// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { expect, it } from 'vitest';
import { admin, adminCalls } from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import type { AuditRow, Saved } from '#contract/kit/calls.ts';
import { settableFields } from '#src/engine/form/values.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { DraftFields } from './draft-fields.tsx';
import { DraftFrame } from './draft-frame.tsx';
import { useDraft } from './use-draft.ts';

const mine = {
  start: { username: 'cs', nickname: '秦思雨', mobile: '13800000001' },
  version: 1,
  audit: [] as AuditRow[],
};
const step: AuditRow = {
  id: 7,
  action: 'edit',
  label: '编辑',
  from_status: null,
  to_status: null,
  result: null,
  remark: null,
  changes: null,
  admin_id: 2,
  admin_name: '李梅',
  at: '2026-11-22T02:00:00Z',
};
const theirs = { start: { ...mine.start, nickname: '秦月', mobile: '13800000002' }, version: 2, audit: [step] };

/** A form of an account; `now` is what the server has when it is asked again. */
function Person({ now = theirs }: { now?: typeof mine }) {
  const [read, setRead] = useState(mine);
  const { start, version: of, audit } = read;
  const [allowed] = useState({ edit: true });
  const history = useMemo(() => ({ audit, allowed }), [audit, allowed]);
  const onReload = async () => setRead(now);
  const draft = useDraft<Saved & Granted>({ definition: admin, id: 17, start, version: of, history, onReload });
  const { command, settle, values, version } = draft;
  const save = async () => settle(await command.run(adminCalls.edit, { id: 17, version, ...values }));
  return (
    <DraftFrame draft={draft} sent={false} onSave={() => void save()} onRetried={settle} onCancel={() => undefined}>
      <DraftFields
        draft={draft}
        fields={settableFields(admin)}
        names={['nickname', 'username']}
        disabled={false}
        focused
      />
    </DraftFrame>
  );
}

it('shows the fields in the order asked for, the first one with the focus', async () => {
  renderDesk(<Person />, { bench: createBench() });
  expect(await screen.findByLabelText(/姓名/)).toBe(document.activeElement);
  const shown = [...document.querySelectorAll('[data-field]')].map((one) => one.getAttribute('data-field'));
  expect(shown).toEqual(['nickname', 'username']);
});

/** One types another name while the other saves a name and a number, and is refused. */
async function refused() {
  const bench = createBench();
  bench.on('/v1/admin/edit', { code: 4009, msg: '单据已被他人修改，请刷新' });
  renderDesk(<Person />, { bench });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/姓名/), '二');
  await user.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText(/李梅 于 .* 修改了此员工；您填写的内容仍在本页/);
  return { bench, user };
}

it('says who saved first and what, takes mine or theirs of each, and goes on from their version', async () => {
  const { bench, user } = await refused();
  await user.click(await screen.findByRole('button', { name: '对比并合并' }));
  expect((await screen.findAllByRole('row')).map((row) => row.textContent).slice(1)).toEqual([
    '姓名秦思雨秦月秦思雨二',
    '手机号138000000011380000000213800000001',
  ]);
  await user.click(screen.getByRole('radio', { name: '姓名 用我的' }));
  await user.click(screen.getByRole('button', { name: /^合 ?并$/ }));
  bench.on('/v1/admin/edit', { result: { id: 17, version: 3, no: null, grant_id: null } });
  await user.click(await screen.findByRole('button', { name: '保存' }));
  await waitFor(() => expect(bench.calls('/v1/admin/edit')).toHaveLength(2));
  expect(bench.calls('/v1/admin/edit')[1]?.input).toMatchObject({
    version: 2,
    nickname: '秦思雨二',
    mobile: '13800000002',
  });
});

it('drops what was typed for what the other saved, when its person says so', async () => {
  const { user } = await refused();
  await user.click(await screen.findByRole('button', { name: '放弃我的修改' }));
  await waitFor(() => expect(screen.getByLabelText(/姓名/)).toHaveProperty('value', '秦月'));
  expect(screen.queryByText(/修改了此员工/)).toBeNull();
});

it('sends a save of unknown outcome again as it was, and tells what became of it', async () => {
  const bench = createBench();
  bench.on('/v1/admin/edit', 'cut');
  renderDesk(<Person />, { bench });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/姓名/), '二');
  await user.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText(/结果未知/);
  bench.on('/v1/admin/edit', { code: 4013, msg: '姓名已存在', field: 'nickname' });
  await user.click(await screen.findByRole('button', { name: '重试' }));
  expect((await screen.findByRole('alert')).textContent).toBe('姓名已存在');
  const [first, again] = bench.calls('/v1/admin/edit');
  expect(again).toEqual(first);
});
