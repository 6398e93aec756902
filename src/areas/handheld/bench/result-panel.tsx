import { goodsName, type Named, variantOf } from '../goods-words.ts';
import styles from '../handheld.module.css';

/** What is said of the last deed, in letters that can be read at arm's length. */
export interface Said {
  /** The same number is the same deed. */
  number: number;
  headline: string;
  /** Beside the headline, about the pieces. */
  beside?: string;
  /** Where no goods are known. */
  under?: string;
  /** The colours of the result: those of counting. */
  look: string;
  code: string;
  goods: Named | null;
  figure?: { label: string; qty: number } | undefined;
}

/** What the last scan was and what it came to: counted against expected. */
export function ResultPanel({ said, ready }: { said: Said | null; ready: string }) {
  if (!said)
    return (
      <section className={styles.result} data-word="ready">
        <p className={styles.ready}>请扫描</p>
        <p className={styles.readyHint}>{ready}</p>
      </section>
    );
  const { goods, code, look, headline, beside, under, figure } = said;
  return (
    <section className={styles.result} data-word={look} data-testid="result" aria-live="polite">
      <div key={said.number} className={styles.flash} data-word={look} aria-hidden="true" />
      <p className={styles.resultWord}>
        <strong>{headline}</strong>
        {beside && <span>{beside}</span>}
      </p>
      <div className={styles.resultBody}>
        <div className={styles.resultGoods}>
          <h2>{goods ? goodsName(goods) : code}</h2>
          <p>{goods ? variantOf(goods) : under}</p>
          {goods && <p className={styles.resultCode}>{code}</p>}
        </div>
        {figure && (
          <p className={styles.resultCount}>
            <span>{figure.label}</span>
            <b data-testid="figure">{figure.qty}</b>
          </p>
        )}
      </div>
    </section>
  );
}
