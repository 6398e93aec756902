import { useLocal } from '#src/engine/local-context.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import type { Named } from '../goods-words.ts';
import { gradeChoices, gradeName } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { isCounted } from '../stocktaking/scan.ts';
import type { Pieces, PiecesOperation } from './pieces.ts';
import { regradeLater } from './regrade.ts';
import { canTakeBack, type PiecesView } from './view.ts';
import type { Open, PiecesWork, Sheet } from './work.ts';

/** Pieces that were scanned are of another grade: what is said of it, and how it is kept. */
export interface Regrade<P extends Pieces> {
  kind: 'again';
  words: string;
  said: { code: string; goods: (Named & { sku_id: number }) | null; grade: number; qty: number };
  keep(): Promise<PiecesOperation<P>>;
}

interface RegradeRowProps<P extends Pieces, D extends Sheet> {
  uid: number;
  open: Open<D>;
  work: PiecesWork<P, D>;
  view: PiecesView<P>;
  onRegrade(regrade: Regrade<P>): void;
}

/**
 * The grade of what was scanned last: one touch makes it damaged, another good again. Nothing where nothing known was scanned, and once the
 * document was signed for here.
 */
export function RegradeRow<P extends Pieces, D extends Sheet>({
  uid,
  open: { sheet, find },
  work,
  view,
  onRegrade,
}: RegradeRowProps<P, D>) {
  const local = useLocal();
  const last = view.last.find(canTakeBack);
  const isOver = view.rows.some((row) => row.payload.kind === 'sign' && isCounted(row));
  if (!last || last.payload.sku_id === null || isOver) return null;
  const { op_id: opId, payload } = last;
  const { imperfect_type: now, qty, barcode: code } = payload;
  const choose = (grade: number) => {
    if (grade === now) return;
    onRegrade({
      kind: 'again',
      words: `改为${gradeName(grade)}`,
      said: { code, goods: find(code, grade), grade, qty },
      keep: regradeLater(work, local, { uid, document: sheet.id, opId, grade }),
    });
  };
  return (
    <section className={styles.regrade} aria-label="刚才这件的品级">
      <span>刚才这件</span>
      <ChoiceRow<number> label="刚才这件的品级" choices={gradeChoices} value={now} onChange={choose} loud={0} />
    </section>
  );
}
