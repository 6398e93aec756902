import { codeRecord } from '#contract/areas/codes/code-record.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { trackAt } from './addresses.ts';

/** What happened to codes, the latest first; a row opens the whole life of its code. */
export function Screen() {
  return <ListPage definition={codeRecord} title="唯一码记录" openAt={(row) => trackAt(row.unique_code)} />;
}
