import { Button, Modal } from 'antd';
import { type FormEvent, useState } from 'react';
import { useWire } from '#src/engine/wire-context.tsx';
import { heldOpen } from '#src/kit/desk/held-open.ts';
import styles from './me.module.css';
import { ownName } from './own-name.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecretField } from './secret-field.tsx';
import { inGroups, useSetUp } from './use-set-up.ts';

/** Setting up, or changing to another authenticator: the password, the QR code with its first code, the recovery codes. */
export function SetUpDialog({ on, onClose }: { on: boolean; onClose(): void }) {
  const setUp = useSetUp(useWire());
  const [password, setPassword] = useState('');
  const [old, setOld] = useState('');
  const [code, setCode] = useState('');
  const username = ownName();
  const proof = { appid: 'erp' as const, username, password };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (setUp.running) return;
    if (setUp.shown) void setUp.confirm({ ...proof, second_factor: code });
    else void setUp.begin(on ? { ...proof, second_factor: old } : proof);
  };
  return (
    <Modal
      open
      title={on ? '更换验证器或恢复码' : '开启两步验证'}
      onCancel={onClose}
      footer={null}
      {...heldOpen(setUp.running)}
      width={520}
    >
      {setUp.done ? (
        <div className={styles.form}>
          <RecoveryCodes codes={setUp.done.recovery_codes} username={username} />
          <div className={styles.actions}>
            <Button type="primary" onClick={onClose}>
              我已保存
            </Button>
          </div>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          {setUp.shown ? (
            <>
              <div className={styles.shown}>
                <QrCode uri={setUp.shown.uri} />
                <ol>
                  <li>在手机上打开验证器（如 Microsoft Authenticator、腾讯身份验证器）</li>
                  <li>
                    扫描二维码，或手工输入：
                    <br />
                    <span className={styles.secret}>{inGroups(setUp.shown.secret)}</span>
                  </li>
                  <li>输入它显示的 6 位数字</li>
                </ol>
              </div>
              <SecretField label="验证码" kind="digits" value={code} autoFocus onChange={setCode} />
            </>
          ) : (
            <>
              <SecretField label="当前密码" kind="password" value={password} autoFocus onChange={setPassword} />
              {on && <SecretField label="现在的验证码，或一个恢复码" kind="code" value={old} onChange={setOld} />}
            </>
          )}
          {setUp.problem !== '' && (
            <p className={styles.wrong} role="alert">
              {setUp.problem}
            </p>
          )}
          <div className={styles.actions}>
            <Button
              type="primary"
              htmlType="submit"
              loading={setUp.running}
              disabled={setUp.shown ? code === '' : password === '' || (on && old === '')}
            >
              {setUp.shown ? '确认' : '下一步'}
            </Button>
            <Button disabled={setUp.running} onClick={onClose}>
              取消
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
