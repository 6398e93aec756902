import { Button } from 'antd-mobile';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { CarryCard } from './carry-card.tsx';
import { DeviceCard } from './device-card.tsx';
import styles from './handheld.module.css';
import { storageTrouble } from './not-saved.ts';
import { QueueStrip } from './queue-strip.tsx';
import { StreamCard } from './stream-card.tsx';
import { useAsked, useQueueStatus } from './use-live.ts';
import { useOnline } from './use-online.ts';
import { nameOf, usePerson } from './use-person.ts';
import { drainedWords } from './words.ts';

/** What is unsent on this device and what waits for a person, document by document, with every way out. */
export function Screen() {
  const { uid } = usePerson();
  const { outbox } = useLocal();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { back?: boolean } | null };
  const status = useQueueStatus(uid);
  const streams = useAsked(useCallback(() => outbox.streams(uid), [outbox, uid]));
  const { words, sending, send } = useSending();
  const unsent = status?.unsent ?? 0;
  const others = status?.others ?? [];

  return (
    <PageFrame
      title="本机记录"
      mark="未发送与需处理"
      // To the count, for who came from there.
      onBack={() => void (state?.back ? navigate(-1) : navigate('/hand'))}
      strip={<QueueStrip uid={uid} />}
      actions={
        <Button block color="primary" size="large" loading={sending} loadingText="正在发送" onClick={() => void send()}>
          {unsent > 0 ? `立即发送 ${unsent} 条` : '检查并发送'}
        </Button>
      }
    >
      {words !== '' && (
        <p className={styles.drained} role="status">
          上次发送：{words}
        </p>
      )}
      {streams?.map((stream) => (
        <StreamCard key={stream} uid={uid} stream={stream} />
      ))}
      {streams?.length === 0 && <p className={styles.nothing}>本机没有单据</p>}
      {others.length > 0 && (
        <Card title="本机上的其他人">
          {others.map((other) => (
            <CardRow
              key={other.uid}
              title={`${nameOf(other.uid)} 还有 ${other.unsent} 条未发送`}
              text="等本人登录后发送，别人不能代发"
            />
          ))}
        </Card>
      )}
      <DeviceCard />
      <CarryCard waiting={unsent > 0 || others.length > 0 || (status?.attention ?? 0) > 0} />
    </PageFrame>
  );
}

/** Sends now, at once when the screen opens, and says how it ended. */
function useSending(): { words: string; sending: boolean; send(): Promise<void> } {
  const { sync, drain } = useLocal();
  const online = useOnline();
  const [words, setWords] = useState('');
  const [sending, setSending] = useState(false);
  const send = useCallback(async () => {
    setSending(true);
    try {
      await sync.kick('again');
      // What is left after that says why: the second run sends nothing new, it reports.
      const drained = await drain();
      setWords(drainedWords(drained, online));
    } catch (problem) {
      setWords(storageTrouble(problem));
    } finally {
      setSending(false);
    }
  }, [sync, drain, online]);
  useEffect(() => void send(), [send]);
  return { words, sending, send };
}
