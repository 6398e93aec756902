import { Button } from 'antd-mobile';
import type { Result } from './counter.ts';
import styles from './handheld.module.css';

/** Stops the line: these scans are NOT on the device. Stands until somebody has seen it (reference ecosystem §6.2 no. 3). */
export function LostFace({ lost, onTry, onDrop }: { lost: readonly Result[]; onTry(): void; onDrop(): void }) {
  const full = lost.some((result) => result.why === 'full');
  return (
    <div className={styles.lost} role="alertdialog" aria-modal="true" aria-label="没有保存">
      <h2>没有保存</h2>
      <p>
        {full ? '本机存储已满。腾出空间后再试，或换一台设备盘点。' : '本机存储出错。请再试；仍不行就重新打开本页。'}
      </p>
      <ol>
        {lost.map((result, index) => (
          <li key={index}>{result.goods?.name ?? (result.code || '撤销')}</li>
        ))}
      </ol>
      <Button block size="large" onClick={onTry}>
        再试一次（{lost.length} 条）
      </Button>
      <Button block size="large" fill="outline" onClick={onDrop}>
        知道了，不计入
      </Button>
    </div>
  );
}
