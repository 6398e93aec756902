// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type AuditSearch, auditCalls } from '#contract/areas/ops/audit.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { useAuditSearch } from './use-audit-search.ts';

function show(address: string): AuditSearch[] {
  const bench = createBench();
  bench.on('/v1/admin/options', ({ keyword }) => ({
    result: {
      list: [keyword === '周' ? { id: 2, title: '周建国', hint: null } : { id: 1, title: '安宁', hint: null }],
    },
  }));
  bench.on(auditCalls.kinds.path, { result: { kinds: [], actions: [] } });
  const heard: AuditSearch[] = [];
  function Page() {
    const { search } = useAuditSearch();
    return <AuditFilters calls={auditCalls} search={search} onAsk={(asked) => heard.push(asked)} />;
  }
  renderDesk(<Page />, { bench, at: `/ops/audit?${address}` });
  return heard;
}

const ends = async () => {
  await waitFor(() => expect(document.querySelectorAll('.ant-picker-input input')).toHaveLength(2));
  return [...document.querySelectorAll<HTMLInputElement>('.ant-picker-input input')];
};
const ask = async () => userEvent.click(await screen.findByRole('button', { name: '查询' }));

it('shows the span of the address by the clock of Shanghai, wherever the browser stands', async () => {
  show('at_from=2026-11-21T16:00:00.000Z&at_to=2026-11-22T09:59:59.999Z');
  expect((await ends()).map(({ value }) => value)).toEqual(['2026-11-22 00:00', '2026-11-22 17:59']);
});

it('asks for minutes of Shanghai, the last one whole', async () => {
  const heard = show('');
  for (const [at, typed] of [
    [0, '2026-11-22 08:00'],
    [1, '2026-11-22 18:00'],
  ] as const) {
    const input = (await ends())[at] as HTMLInputElement;
    await userEvent.click(input);
    fireEvent.change(input, { target: { value: typed } });
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 });
  }
  await ask();
  expect(heard).toEqual([{ at_from: '2026-11-22T00:00:00.000Z', at_to: '2026-11-22T10:00:59.999Z' }]);
});

it('takes a time away again', async () => {
  const heard = show('at_from=2026-11-21T16:00:00.000Z&action=edit');
  await ends();
  const clear = document.querySelector('.ant-picker-clear');
  if (clear) fireEvent.mouseUp(clear);
  if (clear) fireEvent.click(clear);
  await ask();
  expect(heard).toEqual([{ action: 'edit' }]);
});

it('asks for nothing that is no time', async () => {
  const heard = show('at_from=gestern&at_to=2026-11-22T09:59:59.999Z');
  expect((await ends()).map(({ value }) => value)).toEqual(['', '2026-11-22 17:59']);
  await ask();
  expect(heard).toEqual([{ at_to: '2026-11-22T09:59:59.999Z' }]);
});

it('asks for the person who was typed, however soon Enter comes', async () => {
  const heard = show('');
  const person = await screen.findByLabelText('操作人');
  await userEvent.click(person);
  await screen.findByTitle('安宁');
  fireEvent.change(person, { target: { value: '周' } });
  fireEvent.keyDown(person, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(person.getAttribute('aria-expanded')).toBe('false'));
  await ask();
  expect(heard).toEqual([{ admin_id: 2 }]);
});
