import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SignInAnswer, SignInRequest } from '#contract/areas/access/calls.ts';
import { QrCode } from '#src/areas/me/qr-code.tsx';
import { RecoveryCodes } from '#src/areas/me/recovery-codes.tsx';
import { inGroups, useSetUp } from '#src/areas/me/use-set-up.ts';
import type { Wire } from '#src/wire/wire.ts';
import { Field } from './field.tsx';
import styles from './sign-in.module.css';

interface SetUpStepProps {
  wire: Wire;
  /** What the login was asked; the same password opens this door. */
  request: SignInRequest;
  onDone(session: NonNullable<SignInAnswer['data']>): void;
  onBack(): void;
}

/** The way in for a person whose role requires a second factor and who has none (413): set it up, then go on. */
export function SetUpStep({ wire, request, onDone, onBack }: SetUpStepProps) {
  const setUp = useSetUp(wire);
  const [code, setCode] = useState('');
  const { username, password } = request;
  const proof = { appid: 'erp' as const, username, password };
  const asked = useRef(false);
  useEffect(() => {
    // Once: each asking makes another secret.
    if (asked.current) return;
    asked.current = true;
    void setUp.begin({ appid: 'erp', username, password });
  }, [setUp, username, password]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (setUp.running || code.trim() === '') return;
    void setUp.confirm({ ...proof, second_factor: code.trim(), device_kind: request.device_kind ?? 'desktop' });
  };
  const session = setUp.done?.session;
  if (setUp.done && session)
    return (
      <div className={styles.form}>
        <h1>保存恢复码</h1>
        <RecoveryCodes codes={setUp.done.recovery_codes} username={username} />
        <button type="button" className={styles.submit} onClick={() => onDone(session)}>
          我已保存，进入系统
        </button>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>设置两步验证</h1>
      <p className={styles.lead}>您的角色要求登录时再输入手机验证器上的数字。只需设置一次。</p>
      {setUp.shown && (
        <div className={styles.secret}>
          <QrCode uri={setUp.shown.uri} />
          <p>
            用手机上的验证器扫描，或手工输入：
            <br />
            <code>{inGroups(setUp.shown.secret)}</code>
          </p>
        </div>
      )}
      <Field
        label="验证码"
        value={code}
        error={setUp.problem}
        onChange={setCode}
        onBlur={() => {}}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
      />
      <button type="submit" className={styles.submit} disabled={setUp.running || !setUp.shown}>
        {setUp.running ? '请稍候' : '确认'}
      </button>
      <div className={styles.links}>
        <button type="button" disabled={setUp.running} onClick={onBack}>
          返回
        </button>
      </div>
    </form>
  );
}
