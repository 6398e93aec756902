import { Button } from 'antd-mobile';
import type { ReactNode } from 'react';
import styles from './hand.module.css';

/** The face of a page, or a part of one, that has nothing to show: what is the matter, and the way on. */
export function Face({
  title,
  text,
  action,
  onAction,
}: {
  title: string;
  text?: ReactNode;
  action?: string;
  onAction?(): void;
}) {
  return (
    <div className={styles.face} role="status">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && (
        <Button color="primary" fill="outline" size="large" onClick={onAction}>
          {action}
        </Button>
      )}
    </div>
  );
}

/** While something is read from this device; a moment. */
export function LoadingFace() {
  return (
    <div className={styles.face} role="status" aria-label="正在打开">
      <span className={styles.bones} />
      <span className={styles.bones} />
      <span className={styles.bones} />
    </div>
  );
}
