// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { awaitFirstRows, useRowsFirst } from './first-rows.ts';

it('draws everything at once where nobody waits for rows, or they are still on their way', async () => {
  expect(renderHook(() => useRowsFirst(true)).result.current).toBe(false);
  awaitFirstRows();
  expect(renderHook(() => useRowsFirst(false)).result.current).toBe(false);
});

it('draws the rows of the first list alone, the rest once they are painted, and every later list whole', async () => {
  awaitFirstRows();
  const first = renderHook(() => useRowsFirst(true));
  expect(first.result.current).toBe(true);
  await waitFor(() => expect(first.result.current).toBe(false));
  expect(renderHook(() => useRowsFirst(true)).result.current).toBe(false);
});
