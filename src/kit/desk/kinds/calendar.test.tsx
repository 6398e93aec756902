// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { date, time } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { DayInput, DayRange, MomentInput, MomentRange } from './calendar.tsx';
import { daySpans } from './day-spans.ts';

afterEach(() => vi.useRealTimers());

// A Sunday by the clock of Shanghai, while it is still Saturday in Greenwich.
const sunday = new Date('2026-11-21T16:30:00.000Z');

describe('spans by name', () => {
  it.each([
    ['今天', '2026-11-22', '2026-11-22'],
    ['昨天', '2026-11-21', '2026-11-21'],
    ['本周', '2026-11-16', '2026-11-22'],
    ['上周', '2026-11-09', '2026-11-15'],
    ['本月', '2026-11-01', '2026-11-22'],
    ['上月', '2026-10-01', '2026-10-31'],
    ['近7天', '2026-11-16', '2026-11-22'],
    ['近30天', '2026-10-24', '2026-11-22'],
  ])('%s is from %s to %s', (label, from, to) => {
    vi.useFakeTimers({ now: sunday, toFake: ['Date'] });
    const span = daySpans.find((one) => one.label === label)?.value() ?? [];
    expect(span.map((day) => day.format('YYYY-MM-DD'))).toEqual([from, to]);
  });

  it('are offered by filters of days and of instants, whose last day counts whole', async () => {
    vi.useFakeTimers({ now: sunday, toFake: ['Date'] });
    const heard = showRange(MomentRange, time('创建时间'));
    await userEvent.click(screen.getByPlaceholderText('开始日期'));
    await userEvent.click(await screen.findByText('上周'));
    expect(heard.at(-1)).toEqual({
      x_from: '2026-11-08T16:00:00.000Z',
      x_to: '2026-11-15T15:59:59.999Z',
    });
  });
});

describe('a day that is typed', () => {
  it.each(['2026-11-01', '20261101', '2026-11-1', '2026/11/1', '1101', '11-1'])('is taken as %s', async (typed) => {
    vi.useFakeTimers({ now: sunday, toFake: ['Date'] });
    const heard: unknown[] = [];
    function Field() {
      const [value, setValue] = useState<unknown>(null);
      const take = (day: unknown) => {
        heard.push(day);
        setValue(day);
      };
      return <DayInput id="x" name="x" field={date('日期')} value={value} record={{}} label="日期" onChange={take} />;
    }
    renderDesk(<Field />, { bench: createBench() });
    const input = screen.getByLabelText<HTMLInputElement>('日期');
    await userEvent.type(input, `${typed}{Enter}`);
    expect(heard.at(-1)).toBe('2026-11-01');
    fireEvent.blur(input);
    expect(input.value).toBe('2026-11-01');
  });

  it('is taken at both ends of a filter', async () => {
    vi.useFakeTimers({ now: sunday, toFake: ['Date'] });
    const heard = showRange(DayRange, date('日期'));
    await userEvent.type(screen.getByPlaceholderText('开始日期'), '20261101{Enter}');
    await userEvent.type(screen.getByPlaceholderText('结束日期'), '1115{Enter}');
    expect(heard.at(-1)).toEqual({ x_from: '2026-11-01', x_to: '2026-11-15' });
  });

  it('is the beginning of that day where an instant is asked for', async () => {
    const heard: unknown[] = [];
    const take = (value: unknown) => heard.push(value);
    renderDesk(
      <MomentInput id="x" name="x" field={time('时间')} value={null} record={{}} label="时间" onChange={take} />,
      {
        bench: createBench(),
      },
    );
    await userEvent.type(screen.getByLabelText('时间'), '20261101{Enter}');
    expect(heard.at(-1)).toBe('2026-10-31T16:00:00.000Z');
  });
});

function showRange(Range: typeof DayRange, field: Parameters<typeof DayRange>[0]['field']): Values[] {
  const heard: Values[] = [];
  function Filter() {
    const [values, setValues] = useState<Values>({});
    const take = (change: Values) => {
      heard.push(change);
      setValues(change);
    };
    return <Range id="x" name="x" field={field} values={values} onChange={take} />;
  }
  renderDesk(<Filter />, { bench: createBench() });
  return heard;
}
