import { useState } from 'react';
import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { CardRow } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import { gradeName } from '../grade-words.ts';
import styles from '../handheld.module.css';
import type { CountView } from './count-view.ts';
import { keyOf } from './counter.ts';
import type { OpenSheet } from './sheets.ts';

interface GoodsSheetProps {
  open: OpenSheet;
  view: CountView;
  at: { uid: number; zone: string };
  onPick(goods: SheetGoods): void;
  onClose(): void;
}

/** The goods of a sheet, found by what is typed, those not counted here first; a touch opens one for typing its count. A blind count lists what was counted here alone. */
export function GoodsSheet({ open, view, at, onPick, onClose }: GoodsSheetProps) {
  const [words, setWords] = useState('');
  const { blind, goods } = open.sheet;
  const countedOf = ({ sku_id, imperfect_type: grade }: SheetGoods) =>
    view.figures.get(keyOf({ ...at, open }, { goods: sku_id, grade }))?.qty;
  const found = goods
    .filter((one) => isMeant(one, words))
    .map((one) => ({ one, qty: countedOf(one) }))
    .filter(({ qty }) => !blind || qty !== undefined)
    .toSorted((one, other) => Number(one.qty !== undefined) - Number(other.qty !== undefined));
  return (
    <Sheet title={blind ? '本区已盘的货品' : '本单货品'} open onClose={onClose} tall>
      <label className={styles.field}>
        <span>查找</span>
        <input
          value={words}
          autoComplete="off"
          placeholder="名称、编号、颜色、尺码或条码"
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <div>
        {found.slice(0, shownMost).map(({ one, qty }) => (
          <CardRow
            key={`${one.sku_id}/${one.imperfect_type}`}
            title={goodsName(one)}
            label={`录入 ${goodsName(one)} ${one.sku_no}`}
            text={[
              variantOf(one),
              one.sku_no,
              one.imperfect_type !== 0 && gradeName(one.imperfect_type),
              !blind && one.book_qty !== undefined && `账面 ${one.book_qty}`,
            ]
              .filter(Boolean)
              .join(' · ')}
            mark={
              qty === undefined ? (
                <StatusTag tone="waiting">未盘</StatusTag>
              ) : (
                <StatusTag tone="done">已盘 {qty}</StatusTag>
              )
            }
            onOpen={() => onPick(one)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>{words === '' ? '还没有盘到货品' : '没有找到'}</p>}
      {found.length > shownMost && (
        <p className={styles.nothing}>还有 {found.length - shownMost} 种，请输入名称或编号查找</p>
      )}
    </Sheet>
  );
}

/** Every word that is typed is somewhere in what the goods are called. */
function isMeant({ name, sku_no, color, size, barcodes }: SheetGoods, words: string): boolean {
  const called = [name, sku_no, color, size, ...barcodes].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => called.includes(word));
}

/** Rows that are drawn at once. */
const shownMost = 100;
