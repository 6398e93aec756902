import { Button } from 'antd-mobile';
import { useState } from 'react';
import type { OutSheet } from '#contract/areas/orders/out-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import styles from '../handheld.module.css';

interface ShipSheetProps {
  sheet: Pick<OutSheet, 'carriers' | 'carrier_wanted' | 'others'>;
  /** Pieces that were not picked. */
  missing: number;
  onShip(how: { logistics_id: number | null; waybill_no: string | null }): void;
  onClose(): void;
}

/** Asks by whom and under which number it goes, where that must be known, and says what stays behind. */
export function ShipSheet({ sheet, missing, onShip, onClose }: ShipSheetProps) {
  const [carrier, setCarrier] = useState('');
  const [waybill, setWaybill] = useState('');
  const [asked, setAsked] = useState(false);
  const wanted = sheet.carrier_wanted && asked;
  const ship = () => {
    setAsked(true);
    const number = waybill.trim();
    if (sheet.carrier_wanted && (carrier === '' || number === '')) return;
    onShip({ logistics_id: carrier === '' ? null : Number(carrier), waybill_no: number || null });
  };
  return (
    <Sheet title="发货" open onClose={onClose}>
      {missing > 0 && <p className={styles.soft}>还有 {missing} 件没有拣，转入新的出库单。</p>}
      {sheet.others.map(({ device_id, counter_name, unsent }) => (
        <p key={device_id} className={styles.soft}>
          {counter_name} 的平板还有 {unsent} 条未发送，发货后才到的不再计入。
        </p>
      ))}
      <label className={styles.field} data-active>
        <span>物流公司</span>
        <select value={carrier} onChange={({ target }) => setCarrier(target.value)}>
          <option value="">{sheet.carrier_wanted ? '请选择' : '不填'}</option>
          {sheet.carriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {wanted && carrier === '' && <p className={styles.trouble}>请选择物流公司</p>}
      <label className={styles.field} data-active>
        <span>物流单号</span>
        <input value={waybill} maxLength={limits.name} onChange={({ target }) => setWaybill(target.value)} />
      </label>
      {wanted && waybill.trim() === '' && <p className={styles.trouble}>请扫描或填写物流单号</p>}
      <Button block color="primary" size="large" className={styles.tall ?? ''} onClick={ship}>
        确认发货
      </Button>
    </Sheet>
  );
}
