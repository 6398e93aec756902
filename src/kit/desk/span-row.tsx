import { lazy, type ReactNode, Suspense } from 'react';
import type { Field } from '#contract/kit/field.ts';
import type { Values } from '#src/engine/row.ts';

// As with every calendar: it loads when the first one is shown.
const MomentSpan = lazy(async () => ({ default: (await import('./moment-span.tsx')).MomentSpan }));

export interface SpanRowProps {
  id: string;
  label: string;
  /** In place of the label: what chooses the span by its name. */
  head?: ReactNode;
  /** Names of the two fields, and their kind. */
  from: string;
  to: string;
  field: Field;
  values: Values;
  /** Sets both ends; null takes one away. */
  onChange(change: Values): void;
  error?: string | undefined;
  disabled?: boolean;
}

/** A span of time in a form: two fields, picked as one from the first minute to the last. */
export function SpanRow({ error, head, ...props }: SpanRowProps) {
  const wordsId = `${props.id}-words`;
  return (
    <div className="desk-field" data-field={props.from}>
      {head ?? <label htmlFor={props.id}>{props.label}</label>}
      <Suspense fallback={<span className="desk-input-rest" />}>
        <MomentSpan {...props} wordsId={error === undefined ? undefined : wordsId} />
      </Suspense>
      {error !== undefined && (
        <p id={wordsId} className="desk-wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
