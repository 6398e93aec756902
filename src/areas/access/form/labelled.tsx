import type { ReactNode } from 'react';

interface LabelledProps {
  id: string;
  name: string;
  label: string;
  required?: boolean;
  wide?: boolean;
  error?: string | undefined;
  /** Why it cannot be changed, or what it means. */
  hint?: ReactNode;
  children: ReactNode;
}

/** An input of our own in the dress of the kit's fields: label above, hint and what is wrong below. */
export function Labelled({ id, name, label, required, wide, error, hint, children }: LabelledProps) {
  return (
    <div className={wide ? 'desk-field desk-field-wide' : 'desk-field'} data-field={name}>
      <label htmlFor={id}>
        {required && (
          <span className="desk-required" aria-hidden="true">
            *
          </span>
        )}
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="desk-hint">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-words`} className="desk-wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
