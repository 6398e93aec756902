import { Button, Modal } from 'antd';
import { useId, useState } from 'react';
import { type AdminInfo, adminCalls } from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { heldOpen } from '#src/kit/desk/held-open.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import type { Sent } from '#src/wire/sent.ts';
import { useWrite } from '../use-write.ts';
import { FirstPassword } from './first-password.tsx';
import { PasswordField } from './password-field.tsx';
import { brokenRule } from './password-rules.ts';

interface ResetPasswordProps {
  person: AdminInfo['admin'];
  onClose(): void;
  /** The record has a new version. */
  onDone(version: number): void;
}

/** A new first password for somebody who lost theirs: every session of theirs ends and the first sign-in changes it. */
export function ResetPassword({ person, onClose, onDone }: ResetPasswordProps) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const toast = useToast();
  const command = useWrite<Saved & Granted>();
  const [version, setVersion] = useState<number | null>(null);
  const names = [person.username, person.nickname, person.job_no, person.mobile];

  const settle = (sent: Sent<Saved & Granted>) => {
    if (sent.ok) {
      toast.good('密码已重置，该员工的登录已全部退出');
      setVersion(sent.value.version);
    } else if (sent.failure.kind === 'refused' || sent.failure.kind === 'forbidden') setError(wordsOf(sent.failure));
  };
  const take = async () => {
    const broken = brokenRule(password, names);
    setError(broken);
    if (broken !== undefined) return;
    settle(await command.run(adminCalls.edit, { id: person.id, version: person.version, reset_password: password }));
  };

  if (version !== null)
    return (
      <FirstPassword
        given={{ username: person.username, password }}
        onClose={() => {
          onDone(version);
          onClose();
        }}
      />
    );
  return (
    <Modal
      open
      width={560}
      title={`重置密码 · ${person.nickname}`}
      onCancel={onClose}
      {...heldOpen(command.running)}
      footer={[
        <Button key="leave" disabled={command.running} onClick={onClose}>
          取消
        </Button>,
        <Button
          key="take"
          type="primary"
          danger
          loading={command.running}
          disabled={command.unknown}
          onClick={() => void take()}
        >
          重置密码
        </Button>,
      ]}
    >
      <p>旧密码立即失效，此人在所有设备上的登录都会退出。</p>
      <PasswordField
        id={`${id}-password`}
        value={password}
        names={names}
        error={error}
        disabled={command.running || command.unknown}
        onChange={(value) => {
          setPassword(value);
          setError(undefined);
        }}
      />
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then(settle)}
          onGiveUp={onClose}
        />
      )}
    </Modal>
  );
}
