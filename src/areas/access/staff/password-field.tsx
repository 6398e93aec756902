import { Button, Input } from 'antd';
import { text } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import { Labelled } from '../form/labelled.tsx';
import { freshPassword, passwordRules } from './password-rules.ts';
import './staff.css';

interface PasswordFieldProps {
  id: string;
  value: string;
  onChange(password: string): void;
  /** Names of the person, which a password must not be made of. */
  names: readonly (string | null | undefined)[];
  error?: string | undefined;
  disabled?: boolean;
}

/** The first password as a field of the form: its rules are the policy's. */
export const passwordField = text('初始密码', { most: limits.remark });

/** A first password for somebody else: the policy live beside it, and one that the machine thinks up. */
export function PasswordField({ id, value, onChange, names, error, disabled }: PasswordFieldProps) {
  return (
    <Labelled id={id} name="password" label={passwordField.label} required wide error={error}>
      <div className="staff-secret">
        <Input.Password
          id={id}
          autoComplete="new-password"
          value={value}
          disabled={disabled ?? false}
          status={error === undefined ? '' : 'error'}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-rules${error === undefined ? '' : ` ${id}-words`}`}
          aria-required
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          disabled={disabled ?? false}
          onClick={() => onChange(freshPassword(crypto.getRandomValues(new Uint8Array(20))))}
        >
          随机生成
        </Button>
      </div>
      <ul id={`${id}-rules`} className="staff-rules">
        {passwordRules(value, names).map((rule) => (
          <li key={rule.words.slice(0, 4)} data-state={rule.state}>
            {rule.words}
          </li>
        ))}
      </ul>
      <p className="desk-hint">请当面或经可靠渠道交给本人；首次登录必须修改。</p>
    </Labelled>
  );
}
