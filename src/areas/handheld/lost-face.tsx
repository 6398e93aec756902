import { Button } from 'antd-mobile';
import type { Outcome } from './action-queue.ts';
import { goodsName, type Named } from './goods-words.ts';
import styles from './handheld.module.css';
import { notSavedWords } from './not-saved.ts';

/** Stops the line: these scans are NOT on the device. Stands until somebody has seen it (reference ecosystem §6.2 no. 3). */
export function LostFace({
  lost,
  onTry,
  onDrop,
}: {
  lost: readonly (Pick<Outcome<unknown>, 'why'> & { code: string; goods: Named | null })[];
  onTry(): void;
  onDrop(): void;
}) {
  const full = lost.some((result) => result.why === 'full');
  return (
    <div className={styles.lost} role="alertdialog" aria-modal="true" aria-label="没有保存">
      <h2>没有保存</h2>
      <p>{notSavedWords[full ? 'full' : 'broken']}</p>
      <ol>
        {lost.map((result, index) => (
          <li key={index}>{result.goods ? goodsName(result.goods) : result.code || '撤销'}</li>
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
