import { useRecordId } from '#src/engine/use-address.ts';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { Sheet } from './sheet.tsx';

/** Reviewing, approving and posting a stocktake: reasons for differences, recount marks, open questions. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <MissingPage title="盘点单审核" /> : <Sheet id={id} review />;
}
