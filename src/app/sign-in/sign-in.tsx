import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { toast } from '#src/kit/notice.ts';
import { useApp } from '../app-context.tsx';
import { whenIdle } from '../idle.ts';
import { preload } from '../routing/router.tsx';
import { beginSession, takeSession } from '../session/begin-session.ts';
import { noticedMessage } from '../session/repeated-message.ts';
import { CodeStep } from './code-step.tsx';
import { Field } from './field.tsx';
import styles from './sign-in.module.css';
import { SignInPage } from './sign-in-page.tsx';
import { signInRequest } from './sign-in-request.ts';
import { keepTyped, type TypedBefore } from './typed-before.ts';
import { useChecked } from './use-checked.ts';
import { useEnter } from './use-enter.ts';
import { useTypedBefore } from './use-typed-before.ts';

/** The sign-in screen (specification §2, §4, §5): plain markup, so that it is there at once. */
export function Screen() {
  const { services } = useApp();
  const navigate = useNavigate();
  const { search } = useLocation();
  // A first sign-in comes back from the change of its password with what that took.
  const typed = useTypedBefore(['secondFactor', 'mustSetSecondFactor']);
  const start = { appid: 'erp', username: typed?.username ?? '', password: typed?.password ?? '' };
  const form = useChecked(start, judge);
  const [sending, setSending] = useState(false);
  const [step, setStep] = useState<'password' | TypedBefore['step']>(typed?.step ?? 'password');
  const { target, enter } = useEnter();

  useEffect(() => {
    whenIdle(() => preload(target.split('?')[0] ?? target));
  }, [target]);

  const send = async (code?: string) => {
    setSending(true);
    const { outcome, message } = await beginSession(services, signInRequest(form.values, code));
    setSending(false);
    // Another step is not a refusal: the page says itself what it wants.
    if (outcome === 'secondFactor' || outcome === 'mustSetSecondFactor') setStep(outcome);
    else if (message !== '') toast(noticedMessage(message), 'bad');
    if (outcome === 'in') await enter();
    if (outcome === 'mustChange') {
      keepTyped({ ...form.values, step: outcome });
      await navigate({ pathname: '/login/changePassword', search });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending && form.check()) void send();
  };
  const back = () => {
    form.set('password', '');
    setStep('password');
  };

  if (step === 'secondFactor')
    return (
      <SignInPage>
        <CodeStep sending={sending} onCode={(code) => void send(code)} onBack={back} />
      </SignInPage>
    );
  if (step === 'mustSetSecondFactor')
    return (
      <SignInPage>
        <Suspense>
          <SetUpStep
            wire={services.wire}
            request={signInRequest(form.values)}
            onDone={(session) => {
              takeSession(services, session);
              void enter();
            }}
            onBack={back}
          />
        </Suspense>
      </SignInPage>
    );
  return (
    <SignInPage>
      <form className={styles.form} onSubmit={submit} noValidate>
        <h1>后台管理系统</h1>
        <p className={styles.lead}>请使用员工账号登录</p>
        <input type="hidden" name="appid" value={form.values.appid} />
        <Field
          label="账号"
          value={form.values.username}
          error={form.errors.username}
          onChange={(value) => form.set('username', value)}
          onBlur={() => form.leave('username')}
          autoComplete="username"
          autoFocus
        />
        <Field
          label="密码"
          value={form.values.password}
          error={form.errors.password ?? form.errors.appid}
          onChange={(value) => form.set('password', value)}
          onBlur={() => form.leave('password')}
          autoComplete="current-password"
          secret
        />
        <button type="submit" className={styles.submit} disabled={sending} aria-label="登录">
          {sending ? '登录中' : '登录'}
        </button>
        <div className={styles.links}>
          <button type="button" onClick={() => void navigate({ pathname: '/login/changePassword', search })}>
            重置密码
          </button>
          <Link to="/hand" className={styles.hand}>
            仓库模式
          </Link>
        </div>
      </form>
    </SignInPage>
  );
}

type Values = { appid: string; username: string; password: string };

function judge(name: keyof Values, values: Values): string {
  return values[name].trim() === '' ? faults[name] : '';
}

const faults: Record<keyof Values, string> = { appid: '请输入验证码', username: '请输入账号', password: '请输入密码' };

/** Few people meet it, and the QR code is drawn by antd: it comes when it is needed. */
const SetUpStep = lazy(async () => ({ default: (await import('./set-up-step.tsx')).SetUpStep }));
