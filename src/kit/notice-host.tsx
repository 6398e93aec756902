import { useEffect, useId, useRef } from 'react';
import { dismissToast, type Notice, useNotices } from './notice.ts';
import styles from './notice-host.module.css';
import { ServerWords } from './server-words.tsx';

/** Draws the dialogs and toasts of `notice.ts`; mounted once, above every frame. */
export function NoticeHost() {
  const [dialog] = useNotices((state) => state.dialogs);
  const toasts = useNotices((state) => state.toasts);
  return (
    <>
      {dialog && <NoticeDialog key={dialog.id} notice={dialog} />}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <button
            key={toast.id}
            type="button"
            className={styles.toast}
            data-tone={toast.tone}
            onClick={() => dismissToast(toast.id)}
          >
            {toast.text}
          </button>
        ))}
      </div>
    </>
  );
}

function NoticeDialog({ notice }: { notice: Notice }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const title = useId();
  const words = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // A dialog that opens gives the focus to its first button, whichever asked for it before.
    first.current?.focus();
  }, []);
  const cancel = (
    <button
      ref={notice.danger ? first : undefined}
      type="button"
      className={styles.plain}
      onClick={() => notice.answer(false)}
    >
      {notice.cancel}
    </button>
  );
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={words}
      onCancel={(event) => {
        event.preventDefault();
        notice.answer(false);
      }}
    >
      <h2 id={title}>{notice.title}</h2>
      <div id={words} className={styles.words}>
        <ServerWords text={notice.text} />
      </div>
      <div className={styles.actions}>
        {notice.kind === 'ask' && cancel}
        <button
          ref={notice.danger ? undefined : first}
          type="button"
          className={styles.main}
          data-danger={notice.danger || undefined}
          onClick={() => notice.answer(true)}
        >
          {notice.confirm}
        </button>
      </div>
    </dialog>
  );
}
