import { Button } from 'antd-mobile';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import type { SummaryOperation } from '#src/local/index.ts';
import styles from '../handheld.module.css';

/** Asks why a record is put away; without a reason it is not. */
export function PutAwaySheet({
  operation: { what, sign, discarding },
  onClose,
  onDone,
}: {
  operation: SummaryOperation;
  onClose(): void;
  onDone(reason: string): void;
}) {
  const [reason, setReason] = useState('');
  const ready = reason.trim().length >= limits.reasonLeast;
  return (
    <Sheet title={`作废 ${what} ${sign}`} open onClose={onClose}>
      <p className={styles.soft}>{discarding.means}请说明原因：</p>
      <div className={styles.quick}>
        {discarding.reasons.map((one) => (
          <Button key={one} onClick={() => setReason(one)}>
            {one}
          </Button>
        ))}
      </div>
      <label className={styles.field} data-active>
        <span>原因</span>
        <input value={reason} maxLength={limits.reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <Button
        block
        color="danger"
        size="large"
        className={styles.tall ?? ''}
        disabled={!ready}
        onClick={() => onDone(reason.trim())}
      >
        确认作废
      </Button>
    </Sheet>
  );
}
