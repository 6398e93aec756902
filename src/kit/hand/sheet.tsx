import { Popup } from 'antd-mobile';
import type { ReactNode } from 'react';
import styles from './hand.module.css';
import { useBackCloses } from './use-back-closes.ts';

/** A page's part that comes up from the bottom and goes away again; a touch beside it or 收起 closes it, and so does the browser's 返回. Not 关闭: that is what is done to a zone for good. */
export function Sheet({
  title,
  open,
  onClose,
  children,
  tall,
}: {
  title: string;
  open: boolean;
  onClose(): void;
  children: ReactNode;
  tall?: boolean;
}) {
  return (
    <Popup
      visible={open}
      onMaskClick={onClose}
      onClose={onClose}
      destroyOnClose
      position="bottom"
      bodyClassName={styles.sheet ?? ''}
      getContainer={null}
    >
      <BackCloses onBack={onClose} />
      <section role="dialog" aria-modal="true" aria-label={title} data-tall={tall || undefined}>
        <header className={styles.sheetHead}>
          <h2>{title}</h2>
          <button type="button" onClick={onClose}>
            收起
          </button>
        </header>
        {children}
      </section>
    </Popup>
  );
}

/** Only while the sheet is open. */
function BackCloses({ onBack }: { onBack(): void }) {
  useBackCloses(onBack);
  return null;
}
