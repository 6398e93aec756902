import styles from './hand.module.css';

/** A number pad of our own, so that the system's keyboard does not cover the page: twelve keys of at least 56 px. */
export function NumberPad({
  onDigit,
  onDelete,
  onClear,
}: {
  onDigit(digit: string): void;
  onDelete(): void;
  onClear(): void;
}) {
  return (
    <div className={styles.pad} role="group" aria-label="数字键盘">
      {digits.map((digit) => (
        <button key={digit} type="button" onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className={styles.padSoft} onClick={onClear}>
        清空
      </button>
      <button type="button" onClick={() => onDigit('0')}>
        0
      </button>
      <button type="button" className={styles.padSoft} onClick={onDelete} aria-label="删除一位">
        ⌫
      </button>
    </div>
  );
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
