import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { FilterProps, InputProps } from '../kind-renderer.ts';
import { dayFormats, daySpans, momentFormats } from './day-spans.ts';

/** Picks a business day. */
export function DayInput(props: InputProps) {
  return (
    <DatePicker
      {...shared(props)}
      format={dayFormats}
      value={dayOf(props.value)}
      onChange={(day: Dayjs | null) => props.onChange(day?.format(dayFormat) ?? null)}
    />
  );
}

/** Picks an instant; the wall clock is Shanghai's. */
export function MomentInput(props: InputProps) {
  const { field, value, onChange } = props;
  const wall = typeof value === 'string' ? dayjs(field.kind.print(value, field)) : null;
  return (
    <DatePicker
      {...shared(props)}
      showTime={{ format: 'HH:mm' }}
      format={momentFormats}
      value={wall?.isValid() ? wall : null}
      onChange={(moment: Dayjs | null) =>
        onChange(moment ? field.kind.parse(moment.format(momentFormat), field) : null)
      }
    />
  );
}

/** From one business day to another, both included. */
export function DayRange({ id, name, values, onChange }: FilterProps) {
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      {...ranged}
      value={[dayOf(values[`${name}_from`]), dayOf(values[`${name}_to`])]}
      onChange={(days) =>
        onChange({ [`${name}_from`]: days?.[0]?.format(dayFormat), [`${name}_to`]: days?.[1]?.format(dayFormat) })
      }
    />
  );
}

/** From the first instant of one Shanghai day to the last of another. */
export function MomentRange({ id, name, values, onChange }: FilterProps) {
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      {...ranged}
      value={[shanghaiDay(values[`${name}_from`]), shanghaiDay(values[`${name}_to`])]}
      onChange={(days) =>
        onChange({ [`${name}_from`]: edge(days?.[0], '00:00:00.000'), [`${name}_to`]: edge(days?.[1], '23:59:59.999') })
      }
    />
  );
}

const dayFormat = 'YYYY-MM-DD';
const momentFormat = 'YYYY-MM-DD HH:mm';
const ranged = {
  format: dayFormats,
  presets: daySpans,
  allowEmpty: [true, true] as [boolean, boolean],
  placeholder: ['开始日期', '结束日期'] as [string, string],
};

function shared({ id, disabled, invalid, describedBy, label, autoFocus }: InputProps) {
  return {
    id,
    disabled: disabled ?? false,
    status: invalid ? ('error' as const) : ('' as const),
    placeholder: '请选择',
    autoFocus: autoFocus ?? false,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    'aria-label': label,
  };
}

function dayOf(value: unknown): Dayjs | null {
  const day = typeof value === 'string' ? dayjs(value) : null;
  return day?.isValid() ? day : null;
}

function shanghaiDay(value: unknown): Dayjs | null {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null;
  return dayjs(new Date(Date.parse(value) + 8 * 3_600_000).toISOString().slice(0, 10));
}

function edge(day: Dayjs | null | undefined, clock: string): string | undefined {
  return day ? new Date(`${day.format(dayFormat)}T${clock}+08:00`).toISOString() : undefined;
}
