import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type PersonSecondFactor,
  resetSecondFactorCall,
  secondFactorStateCall,
} from '#contract/areas/ops/second-factor.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import styles from './ops.module.css';

/** 两步验证: which roles ask for it and how many of their people have it, and a way back in for somebody who has lost it. */
export function Screen() {
  const reading = useRead(factors, secondFactorStateCall, { input: {} });
  const mayReset = useAllowed(resetSecondFactorCall.access);
  const [lost, setLost] = useState<PersonSecondFactor | null>(null);
  const { roles = [], people = [] } = reading.value ?? {};
  return (
    <PageFrame
      title="两步验证"
      loading={reading.loading}
      failure={reading.failure}
      stale={reading.stale}
      onRetry={reading.reload}
    >
      <div className={styles.cards}>
        <section className={styles.card}>
          <h2>角色</h2>
          <p className="desk-hint">
            是否要求两步验证在
            <Link className={styles.link} to="/admin/roleList">
              角色列表
            </Link>
            中设置；还没有开启的人在下次登录时先完成设置。
          </p>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">角色</th>
                <th scope="col">要求</th>
                <th scope="col">已开启 / 人数</th>
              </tr>
            </thead>
            <tbody>
              {roles.map((role) => (
                <tr key={role.id}>
                  <td>{role.name}</td>
                  <td>
                    <StatusTag tone={role.required ? 'moving' : 'idle'}>{role.required ? '要求' : '不要求'}</StatusTag>
                  </td>
                  <td>
                    {role.people_with} / {role.people}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className={styles.card}>
          <h2>已开启的账号</h2>
          {people.length === 0 ? (
            <EmptyFace words="还没有人开启" />
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">账号</th>
                  <th scope="col">开启时间</th>
                  <th scope="col">恢复码</th>
                  <th scope="col">操作</th>
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <tr key={person.id}>
                    <td>
                      {person.nickname} <span className="desk-hint">{person.username}</span>
                    </td>
                    <td>{printTime(person.since)}</td>
                    <td>{person.recovery_left}</td>
                    <td>
                      {mayReset && (
                        <Button
                          size="small"
                          aria-label={`重置${person.nickname}的两步验证`}
                          onClick={() => setLost(person)}
                        >
                          重置
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      </div>
      {lost && <ResetDialog person={lost} onClose={() => setLost(null)} />}
    </PageFrame>
  );
}

const factors = { name: 'secondFactor' } as const;

function ResetDialog({ person, onClose }: { person: PersonSecondFactor; onClose(): void }) {
  const command = useCommand<null>(factors);
  const toast = useToast();
  const [remark, setRemark] = useState('');
  const [wrong, setWrong] = useState('');
  const reset = async () => {
    const sent = await command.run(resetSecondFactorCall, { id: person.id, remark: remark.trim() });
    if (!sent.ok) return setWrong(wordsOf(sent.failure));
    toast.good('已重置，对方的所有登录已退出');
    onClose();
  };
  return (
    <Modal
      open
      title={`重置 ${person.nickname} 的两步验证`}
      okText="重置"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: command.running, disabled: remark.trim().length < limits.reasonLeast }}
      onOk={() => void reset()}
      onCancel={onClose}
    >
      <p>
        请先确认确实是本人遗失了手机和恢复码。重置后对方的所有登录立即退出，再次登录只凭密码，须先修改密码，然后可重新设置。
      </p>
      <Input.TextArea
        aria-label="原因"
        placeholder="原因（必填，记入审计日志）"
        maxLength={limits.reason}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
      />
      {wrong !== '' && (
        <p className="desk-wrong" role="alert">
          {wrong}
        </p>
      )}
    </Modal>
  );
}
