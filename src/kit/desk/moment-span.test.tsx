// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { time } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { SpanRow } from './span-row.tsx';
import { renderDesk } from './test-bench.tsx';

afterEach(() => vi.useRealTimers());

function show(values: Values, error?: string): Values[] {
  const heard: Values[] = [];
  renderDesk(
    <SpanRow
      id="probe"
      label="下单时间"
      from="start_time"
      to="end_time"
      field={time('下单时间（起）')}
      values={values}
      onChange={(change) => heard.push(change)}
      error={error}
    />,
    { bench: createBench() },
  );
  return heard;
}

const ends = async () =>
  [await screen.findByPlaceholderText('开始时间'), screen.getByPlaceholderText('结束时间')] as HTMLInputElement[];

it('shows both ends by the clock of Shanghai, wherever the browser stands', async () => {
  show({ start_time: '2026-11-20T16:00:00.000Z', end_time: '2026-11-21T15:59:59.999Z' });
  expect((await ends()).map(({ value }) => value)).toEqual(['2026-11-21 00:00', '2026-11-21 23:59']);
});

it('means today, of a page left open over midnight too, from its first instant to its last', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T15:59:59.000Z'), toFake: ['Date'] });
  const heard = show({ start_time: null, end_time: null });
  const [start] = await ends();
  if (start) await userEvent.click(start);
  const today = await screen.findByText('今天');
  vi.setSystemTime(new Date('2026-11-21T16:00:00.000Z'));
  await userEvent.click(today);
  expect(heard.at(-1)).toEqual(spanOf('2026-11-22'));
});

const spanOf = (day: string) => ({
  start_time: new Date(`${day}T00:00:00.000+08:00`).toISOString(),
  end_time: new Date(`${day}T23:59:59.999+08:00`).toISOString(),
});

it('says what is wrong on both ends', async () => {
  show({ start_time: null, end_time: null }, '请选择时间');
  const words = await screen.findByRole('alert');
  for (const input of await ends()) {
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toBe(words.id);
  }
});
