import { Button, Popup } from 'antd-mobile';
import { type ReactNode, useId } from 'react';
import styles from './hand.module.css';
import { useBackCloses } from './use-back-closes.ts';

/**
 * A question that a person answers by touch alone: nothing takes the focus, so the gun is heard on and its suffix answers
 * nothing, and a touch beside it does not either.
 */
export function Question({
  title,
  confirm,
  cancel,
  onAnswer,
  children,
}: {
  title: string;
  confirm: string;
  cancel: string;
  onAnswer(yes: boolean): void;
  children: ReactNode;
}) {
  const words = useId();
  // An answer is needed: what waits for it would be lost with the screen.
  useBackCloses(() => undefined);
  return (
    <Popup visible destroyOnClose position="bottom" bodyClassName={styles.sheet ?? ''} getContainer={null}>
      <section role="alertdialog" aria-modal="true" aria-label={title} aria-describedby={words}>
        <header className={styles.sheetHead}>
          <h2>{title}</h2>
        </header>
        <p id={words} className={styles.words}>
          {children}
        </p>
        <Button block size="large" color="primary" onClick={() => onAnswer(true)}>
          {confirm}
        </Button>
        <Button block size="large" onClick={() => onAnswer(false)}>
          {cancel}
        </Button>
      </section>
    </Popup>
  );
}
