// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { Activity, useState } from 'react';
import { expect, it } from 'vitest';
import { roleCalls } from '#contract/areas/access/role.ts';
import { createBench, renderOn, until } from './test-bench.tsx';
import { heldPath } from './test-held-path.ts';
import { useRead } from './use-read.ts';

const call = roleCalls.info;

it('what a form began with stands while its page is out of view, until the new answer is there', async () => {
  const bench = createBench();
  bench.on(call.path, { result: { role: { id: 3, version: 1 } } });
  const line = heldPath(bench, call.path, 2);
  let seen: unknown;
  let show = (_shown: boolean) => {};
  let forgetUnwatched = () => {};
  const Form = () => {
    const { value: data, loading } = useRead({ key: ['role', 3] }, call, { input: { id: 3 }, once: true });
    seen = { data, loading };
    return null;
  };
  const Screen = () => {
    const client = useQueryClient();
    const [shown, setShown] = useState(true);
    show = setShown;
    forgetUnwatched = () => client.removeQueries({ type: 'inactive' });
    return (
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <Form />
      </Activity>
    );
  };
  renderOn(<Screen />, { bench: line.bench });
  const first = { data: { role: { id: 3, version: 1 } }, loading: false };
  await until(() => expect(seen).toEqual(first));
  act(() => show(false));
  act(() => forgetUnwatched());
  bench.on(call.path, { result: { role: { id: 3, version: 2 } } });
  act(() => show(true));
  await until(() => expect(bench.calls(call.path)).toHaveLength(2));
  expect(seen).toEqual(first);
  line.release();
  await until(() => expect(seen).toEqual({ data: { role: { id: 3, version: 2 } }, loading: false }));
});
