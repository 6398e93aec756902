import { Radio } from 'antd';
import { memo } from 'react';
import type { Span, TaskForm } from '#contract/areas/tasks/form.ts';
import type { Values } from '#src/engine/row.ts';
import { SpanRow } from '#src/kit/desk/span-row.tsx';

interface SpanBlockProps {
  id: string;
  form: TaskForm;
  span: Span;
  /** The span chosen by its name, where the form lets one choose. */
  chosen: string | null;
  start: unknown;
  end: unknown;
  error: string | undefined;
  disabled: boolean;
  onSet(name: string, value: unknown, shown?: Values): void;
  onSpan(label: string): void;
}

/** A span of time in a form of an export; where one of several is chosen by its name, the choice stands in place of the label. */
export const SpanBlock = memo(function SpanBlock({
  id,
  form: { definition, oneSpan },
  span: { label, from, to },
  ...props
}: SpanBlockProps) {
  const field = definition.fields[from];
  if (!field) throw new Error(`${definition.name} has no field ${from}`);
  return (
    <SpanRow
      id={id}
      label={label}
      head={
        oneSpan && (
          <Radio.Group
            aria-label={oneSpan.label}
            options={[...oneSpan.names]}
            value={props.chosen}
            disabled={props.disabled}
            onChange={(event) => props.onSpan(String(event.target.value))}
          />
        )
      }
      from={from}
      to={to}
      field={field}
      values={{ [from]: props.start, [to]: props.end }}
      onChange={(change) => props.onSet(from, change[from], change)}
      error={props.error}
      disabled={props.disabled}
    />
  );
});
