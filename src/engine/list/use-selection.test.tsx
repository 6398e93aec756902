// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench, renderHookOn } from '../test-bench.tsx';
import { useSelection, withRowsOfNow } from './use-selection.ts';

it('hands over the picks in sight as they are read last, and the others as they were seen', () => {
  const view = renderHookOn(() => useSelection('all'), { bench: createBench() });
  const [first, second] = [
    { id: 1, version: 3 },
    { id: 2, version: 3 },
  ];
  act(() => view.now.pick([first], [first]));
  act(() => view.now.pick([second], [second]));
  const picked = withRowsOfNow(view.now, [{ id: 1, version: 4 }]);
  expect(picked.rows).toEqual([{ id: 1, version: 4 }, second]);
  expect(picked.ids).toEqual([1, 2]);
});
