import { Button } from 'antd-mobile';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OutSheet } from '#contract/areas/orders/out-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { sound } from '#src/platform/sound.ts';
import { wholeCode } from '#src/reader/keyboard-wedge.ts';
import { onScan, type Scan } from '#src/reader/scans.ts';
import { pieceOf } from '../bench/read-piece.ts';
import { ByCamera } from '../camera/by-camera.tsx';
import styles from '../handheld.module.css';

interface ShipSheetProps {
  sheet: Pick<OutSheet, 'goods' | 'carriers' | 'carrier_wanted' | 'others'>;
  /** Pieces that were not picked. */
  missing: number;
  onShip(how: { logistics_id: number | null; waybill_no: string | null }): void;
  onClose(): void;
}

/** Asks by whom and under which number it goes, where that must be known, and says what stays behind. What is scanned meanwhile is the number. */
export function ShipSheet({ sheet, missing, onShip, onClose }: ShipSheetProps) {
  const { carriers, carrier_wanted, others } = sheet;
  const [carrier, setCarrier] = useState(0);
  const [waybill, setWaybill] = useState('');
  const [asked, setAsked] = useState(false);
  useScannedNumber(sheet.goods, setWaybill);
  const wanted = carrier_wanted && asked;
  const ship = () => {
    setAsked(true);
    const number = waybill.trim();
    if (carrier_wanted && (carrier === 0 || number === '')) return;
    onShip({ logistics_id: carrier || null, waybill_no: number || null });
  };
  const stuck = carrier_wanted && carriers.length === 0;
  const choices = carriers.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Sheet title="发货" open onClose={onClose}>
      {missing > 0 && <p className={styles.endWords}>还有 {missing} 件没有拣，转入新的出库单。</p>}
      {others.map(({ device_id, counter_name, unsent }) => (
        <p key={device_id} className={styles.endWords}>
          {counter_name} 的平板还有 {unsent} 条未发送，发货后才到的不再计入。
        </p>
      ))}
      <p className={styles.soft}>物流公司</p>
      {stuck && <p className={styles.trouble}>没有启用的物流公司，请在电脑上启用一家，再连网打开此单。</p>}
      <ChoiceRow<number>
        label="物流公司"
        choices={carrier_wanted ? choices : [{ value: 0, label: '不填' }, ...choices]}
        value={carrier}
        onChange={setCarrier}
      />
      {wanted && carrier === 0 && <p className={styles.trouble}>请选择物流公司</p>}
      <label className={styles.field} data-active>
        <span>物流单号</span>
        <input
          value={waybill}
          placeholder="扫描面单或输入"
          autoComplete="off"
          maxLength={limits.name}
          onChange={({ target }) => setWaybill(target.value)}
        />
      </label>
      {wanted && waybill.trim() === '' && <p className={styles.trouble}>请扫描或填写物流单号</p>}
      <ByCamera />
      <Button block color="primary" size="large" className={styles.tall ?? ''} disabled={stuck} onClick={ship}>
        确认发货
      </Button>
    </Sheet>
  );
}

/**
 * The sheet lies over a screen that counts: while it stands, what the gun or the camera reads is a number, and goods of the delivery are none.
 * Tags that a reader goes on reading are nobody's.
 */
function useScannedNumber(goods: OutSheet['goods'], set: (number: string) => void): void {
  const heard = useEffectEvent((scan: Scan) => {
    if (scan.by === 'tags') return;
    const number = wholeCode(scan, () => false)?.trim() ?? '';
    const trouble = troubleOf(goods, number);
    sound(trouble === null ? 'new' : 'not_saved');
    if (trouble === null) set(number);
    else toast(trouble);
  });
  useEffect(() => onScan(heard), []);
}

function troubleOf(goods: OutSheet['goods'], number: string): string | null {
  if (number === '') return '物流单号没读全，请再扫一次';
  if (pieceOf(goods, number) || goods.some(({ barcodes }) => barcodes.includes(number)))
    return '这是货品的条码，没有计入；请扫面单上的物流单号';
  return number.length > limits.name ? '条码过长，不是物流单号' : null;
}
