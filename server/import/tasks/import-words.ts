import type { ImportResult } from '#contract/areas/tasks/imports.ts';
import { count } from './kind-run.ts';

/** What came of an import, in the one line that a task's row has for it. `filed`: its remarks are in a file of the task. */
export function importWords({ dry_run, done, counts }: ImportResult, { filed }: { filed: boolean }): string {
  const remarks = counts.reduce((sum, one) => sum + one.rows, 0);
  const told = remarks === 0 ? '没有需要说明的行' : `${count(remarks)} 条说明，${filed ? '见文件' : '文件未能保存'}`;
  if (!done) return `${dry_run ? '试运行' : '未导入'}：有不能导入的行，${told}`;
  return dry_run ? `试运行完成，未写入；${told}` : `导入完成；${told}`;
}
