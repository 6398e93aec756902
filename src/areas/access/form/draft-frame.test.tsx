// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { admin, adminCalls } from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { settableFields } from '#src/engine/form-values.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { DraftFields } from './draft-fields.tsx';
import { DraftFrame } from './draft-frame.tsx';
import { useDraft } from './use-draft.ts';

const start = { username: 'cs', nickname: '秦思雨' };

function Person({ onReload }: { onReload(): void }) {
  const draft = useDraft<Saved & Granted>({ definition: admin, start, version: 1 });
  const { command, settle, values, version } = draft;
  const save = async () => settle(await command.run(adminCalls.edit, { id: 17, version, ...values }));
  return (
    <DraftFrame
      draft={draft}
      sent={false}
      onSave={() => void save()}
      onRetried={settle}
      onReload={onReload}
      onCancel={() => undefined}
    >
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
  renderDesk(<Person onReload={() => undefined} />, { bench: createBench() });
  expect(await screen.findByLabelText(/姓名/)).toBe(document.activeElement);
  const shown = [...document.querySelectorAll('[data-field]')].map((one) => one.getAttribute('data-field'));
  expect(shown).toEqual(['nickname', 'username']);
});

it('says that somebody else saved first, and drops what was typed when the record is read again', async () => {
  const bench = createBench();
  bench.on('/v1/admin/edit', { code: 4009, msg: '单据已被他人修改，请刷新' });
  let reloads = 0;
  renderDesk(<Person onReload={() => (reloads += 1)} />, { bench });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/姓名/), '二');
  await user.click(await screen.findByRole('button', { name: '保存' }));
  expect(await screen.findByText(/刷新后未保存的内容会丢失/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: '刷新' }));
  expect(screen.getByLabelText(/姓名/)).toHaveProperty('value', '秦思雨');
  expect(reloads).toBe(1);
});

it('sends a save of unknown outcome again as it was, and tells what became of it', async () => {
  const bench = createBench();
  bench.on('/v1/admin/edit', 'cut');
  renderDesk(<Person onReload={() => undefined} />, { bench });
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
