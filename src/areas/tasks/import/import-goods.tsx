import { imports } from '#contract/areas/goods/imports.ts';
import { ImportPage } from './import-page.tsx';

/** 导入商品: the same way for goods alone, beside the list of goods. */
export function Screen() {
  return <ImportPage title="导入商品" kinds={imports} />;
}
