import { inWareCode } from '#contract/areas/codes/in-ware-code.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { trackAt } from './addresses.ts';

/** Which pieces came in by which batch, code by code. */
export function Screen() {
  return <ListPage definition={inWareCode} title={inWareCode.label} openAt={(row) => trackAt(row.unique_code)} />;
}
