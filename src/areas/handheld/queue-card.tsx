import { useNavigate } from 'react-router-dom';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { useNow, useQueueStatus } from './use-live.ts';
import { nameOf } from './use-person.ts';
import { ageOf, entryWords } from './words.ts';

/** How the queue of this device stands, in the four words, with what other people have left on it. */
export function QueueCard({ uid }: { uid: number }) {
  const status = useQueueStatus(uid);
  const now = useNow();
  const navigate = useNavigate();
  if (!status) return null;
  const { unsent, oldest, attention, others } = status;
  const words = unsent > 0 ? entryWords.saved : entryWords.received;
  return (
    <Card title="本机记录">
      <CardRow
        title={unsent > 0 ? `${unsent} 条未发送` : '没有未发送的记录'}
        text={oldest === null ? '扫描先存本机，再自动发送' : `最早 ${ageOf(oldest, now)}`}
        mark={<StatusTag tone={words.tone}>{words.text}</StatusTag>}
        onOpen={() => void navigate('/hand/queue')}
      />
      {attention > 0 && (
        <CardRow
          title={`${attention} 条等您处理`}
          mark={<StatusTag tone="refused">{entryWords.attention.text}</StatusTag>}
          onOpen={() => void navigate('/hand/queue')}
        />
      )}
      {others.map((other) => (
        <CardRow key={other.uid} title={`${nameOf(other.uid)} 还有 ${other.unsent} 条未发送`} text="等本人登录后发送" />
      ))}
    </Card>
  );
}
