import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import { daySpans, timedFormats } from './kinds/day-spans.ts';
import type { SpanRowProps } from './span-row.tsx';

/** Picks the first and the last minute of a span by Shanghai's clock; the last one is meant whole. */
export function MomentSpan({
  id,
  label,
  from,
  to,
  field,
  values,
  onChange,
  disabled,
  wordsId,
}: Omit<SpanRowProps, 'error' | 'head'> & { wordsId: string | undefined }) {
  const wall = (value: unknown) => (typeof value === 'string' ? dayjs(field.kind.print(value, field)) : null);
  const instant = (moment: Dayjs | null | undefined) =>
    moment ? Date.parse(String(field.kind.parse(moment.format(format), field))) : null;
  const written = (at: number | null, more = 0) => (at === null ? null : new Date(at + more).toISOString());
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      allowEmpty={[true, true]}
      needConfirm={false}
      showTime={{ format: 'HH:mm', defaultOpenValue: [dayjs('2000-01-01 00:00'), dayjs('2000-01-01 23:59')] }}
      format={timedFormats}
      placeholder={['开始时间', '结束时间']}
      presets={daySpans}
      value={[wall(values[from]), wall(values[to])]}
      disabled={disabled ?? false}
      status={wordsId === undefined ? '' : 'error'}
      aria-invalid={wordsId !== undefined}
      aria-describedby={wordsId}
      aria-label={label}
      onChange={(moments) =>
        onChange({ [from]: written(instant(moments?.[0])), [to]: written(instant(moments?.[1]), restOfMinute) })
      }
    />
  );
}

const format = 'YYYY-MM-DD HH:mm';
const restOfMinute = 59_999;
