import { type ImportKind, importKinds } from '#contract/areas/tasks/imports.ts';
import { ImportPage } from './import-page.tsx';

/** 数据导入: everything that can be imported. */
export function Screen() {
  return <ImportPage title="数据导入" kinds={Object.values<ImportKind>(importKinds)} />;
}
