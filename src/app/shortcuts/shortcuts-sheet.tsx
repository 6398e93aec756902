import { useEffect, useRef } from 'react';
import { useWorkingShortcuts } from '#src/kit/shortcuts.ts';
import styles from './shortcuts-sheet.module.css';

/** The keys that work on the screen in view, as those who listen to them announce them. */
export function ShortcutsSheet({ onClose }: { onClose(): void }) {
  const groups = useWorkingShortcuts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label="快捷键" onClose={onClose} closedby="any">
      <h2>快捷键</h2>
      {groups.map(({ name, keys }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <dl>
            {keys.map(([combination, does]) => (
              <div key={combination}>
                <dt>
                  {combination.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <button type="button" className="button-plain" onClick={() => dialog.current?.close()}>
        关闭
      </button>
    </dialog>
  );
}
