import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { changePassword } from '#contract/areas/access/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { toast } from '#src/kit/notice.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { useApp } from '../app-context.tsx';
import { beginSession } from '../session/begin-session.ts';
import { noticedMessage } from '../session/repeated-message.ts';
import { CaptchaField } from './captcha-field.tsx';
import { Field } from './field.tsx';
import styles from './sign-in.module.css';
import { SignInPage } from './sign-in-page.tsx';
import { signInRequest } from './sign-in-request.ts';
import { keepTyped } from './typed-before.ts';
import { useCaptcha } from './use-captcha.ts';
import { useChecked } from './use-checked.ts';
import { useEnter } from './use-enter.ts';
import { useTypedBefore } from './use-typed-before.ts';

/**
 * Changing one's password, freely or because the login asks for it (411). Needs the old one instead of a session. Who comes
 * from the login has typed account and password there, and is signed in with the new one.
 */
export function Screen() {
  const { services } = useApp();
  const navigate = useNavigate();
  const { search } = useLocation();
  const typed = useTypedBefore(['mustChange']);
  const start = { username: typed?.username ?? '', old_password: typed?.password ?? '' };
  const form = useChecked({ ...start, new_password: '', confirm_password: '' }, judge);
  const { enter } = useEnter();
  const captcha = useCaptcha();
  // Null until the server says that this person has a second factor (412).
  const [code, setCode] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const toSignIn = () => navigate({ pathname: '/login/login', search });

  const goOn = async () => {
    const known = { username: form.values.username, password: form.values.new_password };
    const { outcome } = await beginSession(services, signInRequest(known));
    if (outcome === 'in') {
      await enter();
      return;
    }
    toast('密码已修改', 'good');
    if (outcome === 'secondFactor' || outcome === 'mustSetSecondFactor') keepTyped({ ...known, step: outcome });
    await toSignIn();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending || !form.check()) return;
    const read = captcha.answer();
    if (!read) return;
    setSending(true);
    const request = {
      appid: 'erp' as const,
      ...form.values,
      ...read,
      username: form.values.username.trim(),
      ...(code?.trim() ? { second_factor: code.trim() } : {}),
    };
    const sent = await services.wire.send(changePassword, request, {
      as: null,
      opId: newOpId(),
      hideLoading: true,
      ownWords: true,
    });
    if (sent.ok && typed) {
      await goOn();
      return;
    }
    setSending(false);
    if (sent.ok) {
      toast('密码已修改，请用新密码登录', 'good');
      await toSignIn();
      return;
    }
    const words = wordsOf(sent.failure);
    const field = sent.failure.kind === 'refused' ? sent.failure.field : null;
    if (field === 'captcha') {
      await captcha.renew(words);
      return;
    }
    if (sent.failure.kind === 'refused' && sent.failure.refusal === 'secondFactor') setCode('');
    if (field !== null && field in form.values && !(typed && field in start)) form.refuse(field as keyof Values, words);
    else toast(noticedMessage(words), 'bad');
    // It was used up with the answer.
    if (captcha.asked) await captcha.renew();
  };

  const field = (name: keyof Values, label: string, autoComplete: string) => (
    <Field
      label={label}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => form.set(name, value)}
      onBlur={() => form.leave(name)}
      autoComplete={autoComplete}
      secret={name !== 'username'}
      autoFocus={name === (typed ? 'new_password' : 'username')}
    />
  );
  return (
    <SignInPage>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {typed ? (
          <>
            <h1>设置新密码</h1>
            <p className={styles.lead}>
              账号 <strong>{typed.username.trim()}</strong>，请换成只有您自己知道的密码，设置后直接进入系统
            </p>
            {/* For the browser's password store, which keeps the new password under this name. */}
            <input type="hidden" name="username" autoComplete="username" value={typed.username.trim()} />
          </>
        ) : (
          <>
            <h1>修改密码</h1>
            <p className={styles.lead}>修改后，其他设备上的登录会立即失效</p>
            {field('username', '账号', 'username')}
            {field('old_password', '原密码', 'current-password')}
          </>
        )}
        {field('new_password', '新密码', 'new-password')}
        {field('confirm_password', '确认新密码', 'new-password')}
        {code !== null && (
          <Field
            label="两步验证码"
            value={code}
            error={undefined}
            onChange={setCode}
            onBlur={() => undefined}
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <CaptchaField captcha={captcha} />
        <div className={styles.hint}>
          <ul>
            <li>
              {`${limits.passwordLeast} 到 ${limits.passwordMost} 个字符，设有两步验证的 ${limits.passwordLeastWithFactor} 个起，可以用中文、空格和符号`}
            </li>
            <li>不必混用大小写和数字，几个不相干的词连成一句就很好</li>
            <li>不能含有账号、公司名，也不能是常见密码</li>
          </ul>
        </div>
        <button type="submit" className={styles.submit} disabled={sending} aria-label="确定">
          {sending ? '提交中' : '确定'}
        </button>
        <div className={styles.links}>
          <button type="button" onClick={() => void toSignIn()}>
            返回登录
          </button>
        </div>
      </form>
    </SignInPage>
  );
}

type Values = { username: string; old_password: string; new_password: string; confirm_password: string };

function judge(name: keyof Values, values: Values): string {
  const { [name]: value, new_password, old_password } = values;
  if (value.trim() === '') return faults[name];
  if (name === 'confirm_password' && value !== new_password) return '两次输入的新密码不一致';
  if (name !== 'new_password') return '';
  // Characters as a person counts them: a Chinese character or an emoji is one. Only the server knows whether this person
  // has a second factor, so it is the one to ask for more.
  const length = Array.from(value).length;
  if (length < limits.passwordLeastWithFactor)
    return `新密码至少 ${limits.passwordLeast} 个字符（设有两步验证的至少 ${limits.passwordLeastWithFactor} 个），现在 ${length} 个`;
  if (length > limits.passwordMost) return `新密码最多 ${limits.passwordMost} 个字符`;
  return value === old_password ? '新密码不能与原密码相同' : '';
}

const faults: Record<keyof Values, string> = {
  username: '请输入账号',
  old_password: '请输入原密码',
  new_password: '请输入新密码',
  confirm_password: '请再次输入新密码',
};
