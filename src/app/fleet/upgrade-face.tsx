import { useEffect, useRef } from 'react';
import type { Told } from '../update-store.ts';
import styles from './upgrade-face.module.css';

interface UpgradeFaceProps {
  told: Told;
  hindrance: string;
  asking: boolean;
  onTake(): void;
}

/** Before anything else: the newer version is taken. Shown only where nothing is unsent and nothing unsaved (`obey`). */
export function UpgradeFace({ told, hindrance, asking, onTake }: UpgradeFaceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.face}
      aria-labelledby="upgrade-title"
      // Escape would put it away.
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="upgrade-title">{`请更新到 ${told.version}`}</h2>
      <p>{told.words}</p>
      {hindrance && <p role="alert">{hindrance}</p>}
      <button type="button" className="button-main" disabled={asking} onClick={onTake}>
        {asking ? '请稍候' : '更新'}
      </button>
    </dialog>
  );
}
