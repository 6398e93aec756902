import { Button } from 'antd-mobile';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import type { Correction, SummaryOperation } from '#src/local/index.ts';
import styles from './handheld.module.css';

/** Puts the code or the number of a record right and sends it as a new one; what was scanned first stays in the journal. */
export function CorrectSheet({
  operation: { what, why },
  correction,
  onClose,
  onDone,
}: {
  operation: SummaryOperation;
  correction: Correction;
  onClose(): void;
  onDone(correction: Correction): void;
}) {
  const [code, setCode] = useState(correction.code);
  const [qty, setQty] = useState(String(correction.qty));
  const count = /^\d{1,9}$/.test(qty.trim()) ? Number(qty) : 0;
  const changed = code.trim() !== correction.code || count !== correction.qty;
  const ready = changed && code.trim() !== '' && count >= 1 && count <= limits.quantity;
  return (
    <Sheet title={`改正 ${what}`} open onClose={onClose}>
      <p className={styles.soft}>{why === '' ? '' : `${why}。`}改好后作为新记录发送，时间仍是扫描时的。</p>
      <label className={styles.field} data-active>
        <span>条码</span>
        <input value={code} maxLength={limits.name} onChange={(event) => setCode(event.target.value)} />
      </label>
      <label className={styles.field} data-active>
        <span>数量</span>
        <input value={qty} inputMode="numeric" maxLength={9} onChange={(event) => setQty(event.target.value)} />
      </label>
      <Button
        block
        color="primary"
        size="large"
        className={styles.tall ?? ''}
        disabled={!ready}
        onClick={() => onDone({ code: code.trim(), qty: count })}
      >
        改正并发送
      </Button>
    </Sheet>
  );
}
