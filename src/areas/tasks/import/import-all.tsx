import type { ImportKind } from '#contract/areas/tasks/imports.ts';
import { ImportPage } from './import-page.tsx';

/** 数据导入: everything that can be imported. */
export function Screen() {
  return <ImportPage title="数据导入" kinds={kinds} />;
}

const kinds = Object.values(
  import.meta.glob<readonly ImportKind[]>(
    ['../../../../contract/areas/*/imports.ts', '!../../../../contract/areas/tasks/imports.ts'],
    {
      eager: true,
      import: 'imports',
    },
  ),
)
  .flat()
  .toSorted((one, other) => one.type - other.type);
