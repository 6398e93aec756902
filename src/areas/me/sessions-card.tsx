import { Button, Popconfirm } from 'antd';
import { endOwnSessionCall, endOwnSessionsCall, type OwnSession, ownSessionsCall } from '#contract/areas/me/account.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { agentName } from '#src/platform/device.ts';
import type { Sent } from '#src/wire/sent.ts';
import { account, Card } from './card.tsx';
import styles from './me.module.css';

/** Where this person is signed in, and an end to each of it. */
export function SessionsCard() {
  const reading = useRead(account, ownSessionsCall, { input: {} });
  const command = useCommand<{ count: number }>(account);
  const toast = useToast();
  const list = reading.value?.list ?? [];
  const settle = (sent: Sent<{ count: number }>) => {
    if (sent.ok) toast.good(`已退出 ${sent.value.count} 处登录`);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <Card
      title="登录中的设备"
      of={reading}
      extra={
        <>
          <Popconfirm
            title="退出本机以外的所有登录？"
            onConfirm={() => void command.run(endOwnSessionsCall, { here: false }).then(settle)}
          >
            <Button disabled={list.length < 2 || command.running}>退出所有其他设备</Button>
          </Popconfirm>
          <Popconfirm
            title="退出包括本机在内的所有登录？"
            onConfirm={() => void command.run(endOwnSessionsCall, { here: true }).then(settle)}
          >
            <Button danger disabled={command.running}>
              全部退出
            </Button>
          </Popconfirm>
        </>
      }
    >
      <ul className={styles.rows}>
        {list.map((session) => (
          <Session
            key={session.id}
            session={session}
            running={command.running}
            onEnd={() => void command.run(endOwnSessionCall, { id: session.id }).then(settle)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SessionProps {
  session: OwnSession;
  running: boolean;
  onEnd(): void;
}

function Session({ session, running, onEnd }: SessionProps) {
  const name = agentName(session.user_agent);
  return (
    <li>
      <div>
        <span className={styles.device}>
          <strong>{name}</strong>
          {session.here && <StatusTag tone="done">本机</StatusTag>}
        </span>
        <small>
          {session.tablet ? '平板' : '电脑'} · {session.ip} · {printTime(session.since)} 登录 · 最近使用{' '}
          {printTime(session.seen_at)}
        </small>
      </div>
      {!session.here && (
        <Button disabled={running} onClick={onEnd} aria-label={`退出此设备：${name}`}>
          退出此设备
        </Button>
      )}
    </li>
  );
}
