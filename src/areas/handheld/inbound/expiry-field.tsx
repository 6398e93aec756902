import type { InboundGoods } from '#contract/areas/purchasing/inbound-entry.ts';
import { goodsName } from '../goods-words.ts';
import styles from '../handheld.module.css';

/** The date that goods bear which expire: of the pieces that are scanned from now on. */
export function ExpiryField({
  goods,
  value,
  onChange,
}: {
  goods: InboundGoods;
  value: string;
  onChange(day: string): void;
}) {
  return (
    <label className={styles.field} data-active={value === '' || undefined}>
      <span>{goodsName(goods)} 到期日期</span>
      <input type="date" value={value} onChange={({ target }) => target.value !== '' && onChange(target.value)} />
    </label>
  );
}
