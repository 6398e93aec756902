import { goodsName, variantOf } from '../goods-words.ts';
import { gradeName } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { clockOf } from '../words.ts';
import type { CountView, ShownEntry } from './count-view.ts';
import { keyOf, type Result } from './counter.ts';
import type { OpenSheet } from './sheets.ts';

/** What the last scan was and what it came to, in letters that can be read at arm's length in the sun. */
export function ResultPanel({
  last,
  view,
  open,
  at,
}: {
  last: (Result & { number: number }) | null;
  view: CountView;
  open: OpenSheet;
  at: { uid: number; zone: string };
}) {
  const shown = last ?? resumed(view, open, at);
  if (!shown) {
    return (
      <section className={styles.result} data-word="ready">
        <p className={styles.ready}>请扫描</p>
        <p className={styles.readyHint}>扫一次计一件，听到提示音才算数</p>
      </section>
    );
  }
  const { goods, code, grade, word, asked } = shown;
  const figure = figureOf(shown, view);
  return (
    <section className={styles.result} data-word={word} data-testid="result" aria-live="polite">
      {last && <div key={last.number} className={styles.flash} data-word={word} aria-hidden="true" />}
      <p className={styles.resultWord}>
        <strong>{headline(shown)}</strong>
        {grade !== 0 && <span>{gradeName(grade)}</span>}
        {!asked && <span>本轮未要求复盘</span>}
      </p>
      <div className={styles.resultBody}>
        <div className={styles.resultGoods}>
          <h2>{goods ? goodsName(goods) : code}</h2>
          <p>{underName(shown, open)}</p>
          {goods && <p className={styles.resultCode}>{code}</p>}
          {goods && !open.sheet.blind && goods.book_qty !== undefined && (
            <p className={styles.resultCode}>账面 {goods.book_qty}</p>
          )}
        </div>
        {!figureless.has(word) && (
          <p className={styles.resultCount}>
            <span>我已盘</span>
            <b data-testid="figure">{figure}</b>
          </p>
        )}
      </div>
    </section>
  );
}

/** Results that leave no figure to show. */
const figureless: ReadonlySet<Shown['word']> = new Set(['not_saved', 'nothing', 'unread']);

/** My count now. Until the journal's news have come round, what was just kept is added to what the screen knew. */
function figureOf({ key, opId, word, qty }: Shown, view: CountView): number {
  const known = view.figures.get(key)?.qty ?? 0;
  if (opId === undefined || word === 'taken_back' || view.last.some((entry) => entry.op_id === opId)) return known;
  return word === 'total' ? qty : known + qty;
}

function underName({ word, goods, code }: Shown, open: OpenSheet): string {
  if (word === 'nothing') return '撤销过的记录不会再撤销一次';
  if (word === 'unread') return '扫得太快或信号断开，请对准再扫一次';
  return goods ? variantOf(goods) : `${unknownWords(open, code)}，已存本机，需人工处理`;
}

/** Why a code is none of the sheet's goods. */
export function unknownWords({ clashes }: Pick<OpenSheet, 'clashes'>, code: string): string {
  return clashes(code) ? '几种货品的编码只差大小写，分不清是哪一种' : '不在本单货品中';
}

type Shown = Omit<Result, 'word' | 'act'> & { word: Result['word'] | 'resumed'; since?: string };

function headline({ word, qty, since, why }: Shown): string {
  switch (word) {
    case 'first':
      return qty > 1 ? `第一次盘到 +${qty}` : '第一件';
    case 'more':
      return qty > 1 ? `再加 ${qty} 件` : '再加一件';
    case 'total':
      return `总数改为 ${qty}`;
    case 'unknown':
      return '未识别的条码';
    case 'unread':
      return '条码没读全，没有计入';
    case 'taken_back':
      return '已撤销';
    case 'nothing':
      return '没有可撤销的记录';
    case 'not_saved':
      return why === 'too_long' ? '条码过长，没有保存' : '没有保存';
    case 'resumed':
      return `上一条 ${since ?? ''}`;
  }
}

/** After a restart the screen goes on where it stopped: with the newest entry of this zone. */
function resumed(view: CountView, open: OpenSheet, at: { uid: number; zone: string }): Shown | null {
  const entry: ShownEntry | undefined = view.last.find(
    (row) => row.zone === at.zone && row.round === open.sheet.round && row.kind !== 'void' && !row.voided,
  );
  if (!entry) return null;
  const { barcode: code, imperfect_type: grade, qty } = entry;
  const key = keyOf({ ...at, open }, { goods: entry.sku_id ?? code, grade });
  return {
    word: 'resumed',
    code,
    goods: open.find(code, grade),
    grade,
    qty,
    key,
    asked: true,
    since: clockOf(entry.counted_at),
  };
}
