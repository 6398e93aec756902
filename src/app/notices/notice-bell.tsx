import { useCallback, useState } from 'react';
import { useNoticeQueue } from '#src/live/notice-queue.ts';
import expiring from '../expiring/expiring.module.css';
import frame from '../office/office-frame.module.css';
import sheet from '../office/top-sheet.module.css';
import { useLatePart } from '../tasks/use-late-part.ts';

/** The bell of the top bar: how many notices wait to be acknowledged, and below it all that this person was sent. */
export function NoticeBell() {
  const count = useNoticeQueue((state) => state.waiting.length);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => document.getElementById('notices')?.hidePopover(), []);
  const part = useLatePart(open, loadHistory, close);
  return (
    <>
      <button
        type="button"
        className={`${frame.tool} ${expiring.tool}`}
        popoverTarget="notices"
        aria-expanded={open}
        aria-label={count > 0 ? `通知，${count} 条未读` : '通知'}
        title="通知"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 3a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5.5 1.5 5.5H4s1.5-1.5 1.5-5.5A4.5 4.5 0 0 1 10 3M8.3 16a1.8 1.8 0 0 0 3.4 0" />
        </svg>
        {count > 0 && <span className={`${sheet.count} ${expiring.count}`}>{count > 99 ? '99+' : count}</span>}
      </button>
      <section
        id="notices"
        className={expiring.sheet}
        popover="auto"
        aria-label="通知"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && part && <part.NoticeHistory />}
      </section>
    </>
  );
}

const loadHistory = () => import('./notice-history.tsx');
