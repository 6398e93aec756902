import { Button } from 'antd-mobile';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { saveTextFile } from '#src/platform/save-file.ts';
import { DeviceCard } from './device-card.tsx';
import { codeOf } from './device-code.ts';
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
  const { outbox, deviceId } = useLocal();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { back?: boolean } | null };
  const status = useQueueStatus(uid);
  const streams = useAsked(useCallback(() => outbox.streams(uid), [outbox, uid]));
  const { words, sending, send } = useSending();
  const unsent = status?.unsent ?? 0;
  const others = status?.others ?? [];

  const save = async () => {
    const text = await outbox.exportUnsent();
    if (text === '') return toast('没有未发送的记录');
    saveTextFile(`未发送-${codeOf(await deviceId()).replace(' ', '')}-${businessDay(new Date())}.tsv`, text);
    return toast('已存成文件，请交给管理员');
  };

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
      {streams?.length === 0 && <p className={styles.nothing}>本机没有盘点单</p>}
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
      {(unsent > 0 || others.length > 0) && (
        <Card title="最后的办法">
          <p className={styles.nothing}>设备再也连不上网络时，把未发送的记录存成文件交给管理员。记录仍留在本机。</p>
          <div className={styles.cardAction}>
            <Button block size="large" onClick={() => void save().catch(reportError)}>
              未发送的记录存成文件
            </Button>
          </div>
        </Card>
      )}
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
