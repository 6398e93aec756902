import { Button } from 'antd';
import { useState } from 'react';
import { type OwnSession, ownSessionsCall } from '#contract/areas/me/account.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useRead } from '#src/engine/use-read.ts';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { agentName } from '#src/platform/device.ts';
import { account, Card } from './card.tsx';
import { type Ending, EndSessionsDialog } from './end-sessions-dialog.tsx';
import styles from './me.module.css';

/** Where this person is signed in, and an end to each of it. */
export function SessionsCard() {
  const reading = useRead(account, ownSessionsCall, { input: {} });
  const [ending, setEnding] = useState<Ending | null>(null);
  const list = reading.value?.list ?? [];
  return (
    <Card
      title="登录中的设备"
      of={reading}
      extra={
        <>
          <Button
            disabled={list.length < 2}
            onClick={() => setEnding({ which: 'others', title: '退出本机以外的所有登录？' })}
          >
            退出所有其他设备
          </Button>
          <Button danger onClick={() => setEnding({ which: 'all', title: '退出包括本机在内的所有登录？' })}>
            全部退出
          </Button>
        </>
      }
    >
      <ul className={styles.rows}>
        {list.map((session) => (
          <Session key={session.id} session={session} onEnd={setEnding} />
        ))}
      </ul>
      {ending && <EndSessionsDialog ending={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

interface SessionProps {
  session: OwnSession;
  onEnd(ending: Ending): void;
}

function Session({ session, onEnd }: SessionProps) {
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
        <Button
          aria-label={`退出此设备：${name}`}
          onClick={() => onEnd({ which: session.id, title: `退出 ${name} 上的登录？` })}
        >
          退出此设备
        </Button>
      )}
    </li>
  );
}
