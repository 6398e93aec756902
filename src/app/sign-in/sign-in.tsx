import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { SignInRequest } from '#contract/areas/access/calls.ts';
import { clearToasts, toast } from '#src/kit/notice.ts';
import { useApp } from '../app-context.tsx';
import { whenIdle } from '../idle.ts';
import { startPage } from '../preferences.ts';
import { previousAddress } from '../routing/address-trail.ts';
import { addressAfterSignIn, home } from '../routing/return-address.ts';
import { preload } from '../routing/router.tsx';
import { beginSession, takeSession } from '../session/begin-session.ts';
import { noticedMessage } from '../session/repeated-message.ts';
import { CodeStep } from './code-step.tsx';
import { Field } from './field.tsx';
import styles from './sign-in.module.css';
import { SignInPage } from './sign-in-page.tsx';
import { useChecked } from './use-checked.ts';

/** The sign-in screen (specification §2, §4, §5): plain markup, so that it is there at once. */
export function Screen() {
  const { services } = useApp();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const form = useChecked({ appid: 'erp', username: '', password: '' }, judge);
  const [sending, setSending] = useState(false);
  const [step, setStep] = useState<'password' | 'code' | 'setUp'>('password');
  const target = addressAfterSignIn({ r: query.get('r'), previous: previousAddress() });

  useEffect(() => {
    whenIdle(() => preload(target.split('?')[0] ?? target));
  }, [target]);

  const enter = async () => {
    clearToasts();
    await navigate(target === home ? await startPage(services) : target, { replace: true });
  };
  const send = async (code?: string) => {
    setSending(true);
    const { outcome, message } = await beginSession(services, requestOf(form.values, code));
    setSending(false);
    // Another step is not a refusal: the page says itself what it wants.
    if (outcome === 'secondFactor') setStep('code');
    else if (outcome === 'mustSetSecondFactor') setStep('setUp');
    else if (message !== '') toast(noticedMessage(message), 'bad');
    if (outcome === 'in') await enter();
    if (outcome === 'mustChange') await navigate({ pathname: '/login/changePassword', search });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending && form.check()) void send();
  };
  const back = () => {
    form.set('password', '');
    setStep('password');
  };

  if (step === 'code')
    return (
      <SignInPage>
        <CodeStep sending={sending} onCode={(code) => void send(code)} onBack={back} />
      </SignInPage>
    );
  if (step === 'setUp')
    return (
      <SignInPage>
        <Suspense>
          <SetUpStep
            wire={services.wire}
            request={requestOf(form.values)}
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

function requestOf({ username, password }: Values, code?: string): SignInRequest {
  // A tablet is put down between two shelves and picked up again: the server lets its session stand longer.
  const tablet = matchMedia('(pointer: coarse)').matches;
  return {
    appid: 'erp',
    username: username.trim(),
    password,
    device_kind: tablet ? 'tablet' : 'desktop',
    ...(code === undefined ? {} : { second_factor: code }),
  };
}
