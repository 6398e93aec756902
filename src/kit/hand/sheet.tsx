import { Popup } from 'antd-mobile';
import type { ReactNode } from 'react';
import styles from './hand.module.css';

/** A page's part that comes up from the bottom and goes away again; a touch beside it or 关闭 closes it. */
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
      <section role="dialog" aria-modal="true" aria-label={title} data-tall={tall || undefined}>
        <header className={styles.sheetHead}>
          <h2>{title}</h2>
          <button type="button" onClick={onClose}>
            关闭
          </button>
        </header>
        {children}
      </section>
    </Popup>
  );
}
