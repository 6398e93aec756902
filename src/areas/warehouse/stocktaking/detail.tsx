import { useRecordId } from '#src/engine/use-address.ts';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { Sheet } from './sheet.tsx';

/** A stocktake: zones, counts, differences, history. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <MissingPage title="盘点单详情" /> : <Sheet id={id} />;
}
