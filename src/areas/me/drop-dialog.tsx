import { Button, Modal } from 'antd';
import { type FormEvent, useState } from 'react';
import { dropSecondFactor } from '#contract/areas/me/second-factor.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { heldOpen } from '#src/kit/desk/held-open.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { newOpId } from '#src/wire/op-id.ts';
import styles from './me.module.css';
import { ownName } from './own-name.ts';
import { SecretField } from './secret-field.tsx';

/** Giving the second factor up: password and code, both. */
export function DropDialog({ onClose }: { onClose(): void }) {
  const wire = useWire();
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [running, setRunning] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    setRunning(true);
    const input = { appid: 'erp' as const, username: ownName(), password, second_factor: code };
    const sent = await wire.send(dropSecondFactor, input, {
      as: null,
      opId: newOpId(),
      hideLoading: true,
      ownWords: true,
    });
    setRunning(false);
    if (!sent.ok) {
      setProblem(wordsOf(sent.failure));
      return;
    }
    toast.good('两步验证已关闭');
    onClose();
  };
  return (
    <Modal open title="关闭两步验证" onCancel={onClose} footer={null} {...heldOpen(running)} width={440}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <SecretField label="当前密码" kind="password" value={password} autoFocus onChange={setPassword} />
        <SecretField label="验证码，或一个恢复码" kind="code" value={code} onChange={setCode} />
        {problem !== '' && (
          <p className={styles.wrong} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button danger type="primary" htmlType="submit" loading={running} disabled={password === '' || code === ''}>
            关闭两步验证
          </Button>
          <Button disabled={running} onClick={onClose}>
            取消
          </Button>
        </div>
      </form>
    </Modal>
  );
}
