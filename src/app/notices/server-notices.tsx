import { useId, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { NoticeMessage } from '#contract/areas/shell/push.ts';
import styles from '#src/kit/notice-host.module.css';
import { ServerWords } from '#src/kit/server-words.tsx';
import { putNoticesOff, useNoticeQueue } from '#src/live/notice-queue.ts';
import { acknowledge } from './acknowledge.ts';
import own from './server-notices.module.css';

/** The notices of the server (specification §1), one after the other, over any screen but the doors. */
export function ServerNotices() {
  const { waiting: all, later } = useNoticeQueue();
  const { pathname } = useLocation();
  const waiting = all.filter(({ msg_id }) => !later.has(msg_id));
  const [first] = waiting;
  if (!first || pathname.startsWith('/login/')) return null;
  // The warehouse mode has no bell to read them under.
  const bell = !pathname.startsWith('/hand');
  return <ServerNotice key={first.msg_id} notice={first} more={waiting.length - 1} bell={bell} />;
}

function ServerNotice({ notice, more, bell }: { notice: NoticeMessage; more: number; bell: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const words = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Not the button: it comes while a person types or scans, and the next Enter is not meant for it.
    shown?.focus();
    // Closed rather than just gone, so that the focus is where it was.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`${styles.dialog} ${own.notice}`}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={words}
      // Only the button says that it was read; browsers let a second Escape through all the same.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <p className={own.kind}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 3a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5.5 1.5 5.5H4s1.5-1.5 1.5-5.5A4.5 4.5 0 0 1 10 3M8.3 16a1.8 1.8 0 0 0 3.4 0" />
        </svg>
        通知
      </p>
      <h2 id={title}>
        <ServerWords text={notice.title} />
      </h2>
      <div id={words} className={styles.words}>
        <ServerWords text={notice.content} />
      </div>
      <div className={styles.actions}>
        {more > 0 && <span className={own.more}>还有 {more} 条</span>}
        {more > 0 && bell && (
          <button type="button" className={styles.plain} onClick={putNoticesOff}>
            稍后查看
          </button>
        )}
        <button type="button" className={styles.main} onClick={() => acknowledge(notice.msg_id)}>
          我知道了
        </button>
      </div>
    </dialog>
  );
}
