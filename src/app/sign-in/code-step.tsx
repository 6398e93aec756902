import { type FormEvent, useState } from 'react';
import { Field } from './field.tsx';
import styles from './sign-in.module.css';

interface CodeStepProps {
  sending: boolean;
  onCode(code: string): void;
  onBack(): void;
}

/** The second step of a person who has a second factor (412): the authenticator's code, or a recovery code in its place. */
export function CodeStep({ sending, onCode, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState('');
  const [recovery, setRecovery] = useState(false);
  const name = recovery ? '恢复码' : '验证码';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (code.trim() === '') {
      setFault(`请输入${name}`);
      return;
    }
    onCode(code.trim());
    // Used or wrong, it is of no more use.
    setCode('');
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>两步验证</h1>
      <p className={styles.lead}>
        {recovery ? '输入一个还没有用过的恢复码' : '打开手机上的验证器，输入它现在显示的 6 位数字'}
      </p>
      <Field
        key={name}
        label={name}
        value={code}
        error={fault}
        onChange={(value) => {
          setCode(value);
          setFault('');
        }}
        onBlur={() => {}}
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        autoFocus
      />
      <button type="submit" className={styles.submit} disabled={sending} aria-label="登录">
        {sending ? '登录中' : '登录'}
      </button>
      <div className={styles.links}>
        <button type="button" onClick={onBack}>
          返回
        </button>
        <button
          type="button"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setFault('');
          }}
        >
          {recovery ? '用验证器' : '手机不在身边？用恢复码'}
        </button>
      </div>
    </form>
  );
}
