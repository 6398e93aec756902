import { Input } from 'antd';
import { useId } from 'react';
import styles from './me.module.css';

interface SecretFieldProps {
  label: string;
  /** A password is hidden while it is typed; a code is not, because it is used up by its use. */
  kind: 'password' | 'code' | 'digits';
  value: string;
  autoFocus?: boolean;
  onChange(value: string): void;
}

/** What somebody proves themselves by: the password, or a code of the authenticator. */
export function SecretField({ label, kind, value, autoFocus = false, onChange }: SecretFieldProps) {
  const id = useId();
  const shared = {
    id,
    value,
    autoFocus,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {kind === 'password' ? (
        <Input.Password {...shared} autoComplete="current-password" maxLength={512} />
      ) : (
        <Input
          {...shared}
          autoComplete="one-time-code"
          inputMode={kind === 'digits' ? 'numeric' : 'text'}
          maxLength={64}
        />
      )}
    </div>
  );
}
