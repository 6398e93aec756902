import { importKinds } from '#contract/areas/tasks/imports.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { ImportPage } from './import-page.tsx';

const goods = [importKinds[importType.goods]];

/** 导入商品: the same way for goods alone, beside the list of goods. */
export function Screen() {
  return <ImportPage title="导入商品" kinds={goods} />;
}
