import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { SignInRequest } from '#contract/areas/access/calls.ts';
import { clearToasts, toast } from '#src/kit/notice.ts';
import { useApp } from '../app-context.tsx';
import { whenIdle } from '../idle.ts';
import { previousAddress } from '../routing/address-trail.ts';
import { addressAfterSignIn } from '../routing/return-address.ts';
import { preload } from '../routing/router.tsx';
import { beginSession } from '../session/begin-session.ts';
import { noticedMessage } from '../session/repeated-message.ts';
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
  const target = addressAfterSignIn({ r: query.get('r'), previous: previousAddress() });

  useEffect(() => {
    whenIdle(() => preload(target.split('?')[0] ?? target));
  }, [target]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending || !form.check()) return;
    setSending(true);
    const { outcome, message } = await beginSession(services, requestOf(form.values));
    setSending(false);
    if (message !== '') toast(noticedMessage(message), 'bad');
    if (outcome === 'in') clearToasts();
    if (outcome === 'in') await navigate(target, { replace: true });
    if (outcome === 'mustChange') await navigate({ pathname: '/login/changePassword', search });
  };

  return (
    <SignInPage>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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

function requestOf({ username, password }: Values): SignInRequest {
  // A tablet is put down between two shelves and picked up again: the server lets its session stand longer.
  const tablet = matchMedia('(pointer: coarse)').matches;
  return { appid: 'erp', username: username.trim(), password, device_kind: tablet ? 'tablet' : 'desktop' };
}
