import { Button } from 'antd-mobile';
import { useState } from 'react';
import type { AllotDevice, AllotSheet } from '#contract/areas/allocation/allot-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import styles from '../handheld.module.css';

interface SendSheetProps {
  carriers: AllotSheet['carriers'];
  /** Pieces that were not picked. */
  missing: number;
  others: readonly AllotDevice[];
  onSend(how: { logistics_id: number | null; waybill_no: string | null }): void;
  onClose(): void;
}

/** Asks who carries what is sent, and says what stays behind. */
export function SendSheet({ carriers, missing, others, onSend, onClose }: SendSheetProps) {
  const [carrier, setCarrier] = useState('');
  const [waybill, setWaybill] = useState('');
  return (
    <Sheet title="发货" open onClose={onClose}>
      {missing > 0 && <p className={styles.soft}>还有 {missing} 件没有拣，发货后不再保留。</p>}
      {others.map(({ device_id, counter_name, unsent }) => (
        <p key={device_id} className={styles.soft}>
          {counter_name} 的平板还有 {unsent} 条未发送，发货后才到的不再计入。
        </p>
      ))}
      <label className={styles.field} data-active>
        <span>物流公司</span>
        <select value={carrier} onChange={({ target }) => setCarrier(target.value)}>
          <option value="">不填</option>
          {carriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field} data-active>
        <span>物流单号</span>
        <input value={waybill} maxLength={limits.name} onChange={({ target }) => setWaybill(target.value)} />
      </label>
      <Button
        block
        color="primary"
        size="large"
        className={styles.tall ?? ''}
        onClick={() =>
          onSend({ logistics_id: carrier === '' ? null : Number(carrier), waybill_no: waybill.trim() || null })
        }
      >
        确认发货
      </Button>
    </Sheet>
  );
}
