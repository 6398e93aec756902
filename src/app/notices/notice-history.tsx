import { useState } from 'react';
import { notifyRead, type OwnNotice, ownNotices } from '#contract/areas/shell/notice.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { toast } from '#src/kit/notice.ts';
import { ServerWords } from '#src/kit/server-words.tsx';
import { useNoticeQueue } from '#src/live/notice-queue.ts';
import expiring from '../expiring/expiring.module.css';
import sheet from '../office/top-sheet.module.css';
import { acknowledge } from './acknowledge.ts';
import styles from './notice-history.module.css';

/** What this person was sent, the newest first: what was shown once is read here again, and acknowledged where it was put off. */
export function NoticeHistory() {
  const first = useRead(notifyRead, ownNotices, { input: {} });
  const wire = useWire();
  const [older, setOlder] = useState<{ list: OwnNotice[]; more: boolean }>();
  const [busy, setBusy] = useState(false);
  const waiting = useNoticeQueue((state) => state.waiting);
  const list = [...(first.value?.list ?? []), ...(older?.list ?? [])];
  const more = older?.more ?? first.value?.more ?? false;
  const readOlder = async () => {
    const last = list.at(-1);
    if (!last) return;
    setBusy(true);
    const sent = await wire.send(ownNotices, { before: last.msg_id });
    setBusy(false);
    if (sent.ok) setOlder({ list: [...(older?.list ?? []), ...sent.value.list], more: sent.value.more });
    else toast(wordsOf(sent.failure), 'bad');
  };
  return (
    <>
      <header className={sheet.head}>
        <h2>通知</h2>
        <p>{waiting.length > 0 ? `${waiting.length} 条未读` : ''}</p>
      </header>
      {list.length === 0 ? (
        <p className={expiring.note} role="status">
          {wordsOfNone(first)}
        </p>
      ) : (
        <ol className={styles.list} tabIndex={0} aria-label="收到的通知">
          {list.map((notice) => (
            <Notice
              key={notice.msg_id}
              notice={notice}
              waits={waiting.some(({ msg_id }) => msg_id === notice.msg_id)}
            />
          ))}
          {more && (
            <li>
              <button type="button" className={sheet.plain} disabled={busy} onClick={() => void readOlder()}>
                更早的通知
              </button>
            </li>
          )}
        </ol>
      )}
    </>
  );
}

function Notice({ notice, waits }: { notice: OwnNotice; waits: boolean }) {
  return (
    <li>
      <p className={styles.head}>
        <strong>
          <ServerWords text={notice.title} />
        </strong>
        <time dateTime={notice.sent_at}>{printTime(notice.sent_at)}</time>
        {waits && (
          <button type="button" className={sheet.plain} onClick={() => acknowledge(notice.msg_id)}>
            我知道了
          </button>
        )}
      </p>
      <ServerWords text={notice.content} />
    </li>
  );
}

function wordsOfNone({ loading, failure }: { loading: boolean; failure: unknown }): string {
  if (loading) return '加载中...';
  return failure ? '没有取到，请重新打开' : '还没有收到过通知';
}
