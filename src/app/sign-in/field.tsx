import { type ChangeEvent, useId, useState } from 'react';
import styles from './sign-in.module.css';

interface FieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onBlur(): void;
  autoComplete: string;
  autoFocus?: boolean;
  /** A password, with a button that shows it. */
  secret?: boolean;
  /** Which keys a tablet shows. */
  inputMode?: 'numeric' | 'text';
}

/** One input of the sign-in pages: 44 px high (specification §2), its error below it and read out with it. */
export function Field(props: FieldProps) {
  const { label, value, error, onChange, onBlur, autoComplete, autoFocus, inputMode, secret = false } = props;
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-bad={error ? '' : undefined}>
        <input
          id={id}
          type={secret && !shown ? 'password' : 'text'}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          inputMode={inputMode}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={secret ? 512 : 64}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
        />
        {secret && (
          <button
            type="button"
            className={styles.show}
            aria-pressed={shown}
            aria-label={`${shown ? '隐藏' : '显示'}${label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? '隐藏' : '显示'}
          </button>
        )}
      </div>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
