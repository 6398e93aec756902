import { useRecordId } from '#src/engine/use-address.ts';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { Sheet } from './sheet.tsx';

/** The address to which who judges a stocktake is led: the same page, where the server says what is open to whom. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <MissingPage title="盘点单审核" /> : <Sheet id={id} />;
}
