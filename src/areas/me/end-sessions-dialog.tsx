import { Button, Modal } from 'antd';
import { type FormEvent, useState } from 'react';
import { type EndOwnSessions, endOwnSessionsCall } from '#contract/areas/me/account.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { heldOpen } from '#src/kit/desk/held-open.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { account } from './card.tsx';
import styles from './me.module.css';
import { SecretField } from './secret-field.tsx';

/** Which sessions are to end, and the question that says so. */
export interface Ending {
  readonly which: EndOwnSessions['which'];
  readonly title: string;
}

/** Ending sessions takes the password: an unlocked desk is not its owner. */
export function EndSessionsDialog({ ending, onClose }: { ending: Ending; onClose(): void }) {
  const command = useCommand<{ count: number }>(account);
  const toast = useToast();
  const [password, setPassword] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (command.running || password === '') return;
    const sent = await command.run(endOwnSessionsCall, { password, which: ending.which });
    if (!sent.ok) return;
    toast.good(`已退出 ${sent.value.count} 处登录`);
    onClose();
  };
  return (
    <Modal open title={ending.title} onCancel={onClose} footer={null} {...heldOpen(command.running)} width={440}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <SecretField label="当前密码" kind="password" value={password} autoFocus onChange={setPassword} />
        {command.failure && (
          <p className={styles.wrong} role="alert">
            {wordsOf(command.failure)}
          </p>
        )}
        <div className={styles.actions}>
          <Button danger type="primary" htmlType="submit" loading={command.running} disabled={password === ''}>
            退出登录
          </Button>
          <Button disabled={command.running} onClick={onClose}>
            取消
          </Button>
        </div>
      </form>
    </Modal>
  );
}
