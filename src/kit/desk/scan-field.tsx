import { Input, type InputRef } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';

interface ScanFieldProps {
  label?: string;
  placeholder: string;
  disabled: boolean;
  /** What was scanned last, for whoever looks up. */
  last?: string | undefined;
  onScan(code: string): void;
  children?: ReactNode;
}

/** Where a scanner types and a person too: each code ends with Enter, and the field keeps the focus, so that one scans on without looking. */
export function ScanField({ label = '扫描', placeholder, disabled, last, onScan, children }: ScanFieldProps) {
  const id = useId();
  const input = useRef<InputRef>(null);
  const [typed, setTyped] = useState('');
  return (
    <>
      <div className="desk-fields">
        <div className="desk-field">
          <label htmlFor={id}>{label}</label>
          <Input
            ref={input}
            id={id}
            value={typed}
            autoFocus
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={(event) => {
              // The form around it must not be sent by the end of a code.
              event.preventDefault();
              const code = typed.trim();
              setTyped('');
              if (code !== '') onScan(code);
            }}
          />
        </div>
        {children}
      </div>
      <p className="desk-hint" role="status">
        {last}
      </p>
    </>
  );
}
