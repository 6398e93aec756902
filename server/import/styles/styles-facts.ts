import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import type { StylesOutcome } from './import-styles.ts';

/** What an import of a catalogue did, in figures; of what it made besides only that of which there is any. */
export function stylesFacts(outcome: StylesOutcome): { label: BilingualMessage; count: number }[] {
  const { styles, skus, barcodes, renewed, unchanged, made } = outcome;
  return [
    { label: { en: 'new styles', zh: '新增商品（款）' }, count: styles },
    { label: { en: 'new SKUs', zh: '新增货品' }, count: skus },
    { label: { en: 'new barcodes', zh: '新增条码' }, count: barcodes },
    { label: { en: 'SKUs brought up to date', zh: '更新价格或名称' }, count: renewed },
    { label: { en: 'SKUs there already and as they were', zh: '已有且不变' }, count: unchanged },
    ...[
      { label: { en: 'new brands', zh: '新建品牌' }, count: made.brands },
      { label: { en: 'new categories', zh: '新建分类' }, count: made.categories },
      { label: { en: 'new colours', zh: '新建颜色' }, count: made.colors },
      { label: { en: 'new size runs', zh: '新建尺码组' }, count: made.runs },
      { label: { en: 'new sizes', zh: '新建尺码' }, count: made.sizes },
      { label: { en: 'new units', zh: '新建单位' }, count: made.units },
    ].filter(({ count }) => count > 0),
  ];
}
