import { useRecordId } from '#src/engine/use-address.ts';
import { ChooseArrival } from './choose-arrival.tsx';
import { CountPage } from './count-page.tsx';

/** Counts a batch at a desk; without one, an appointment at the dock is chosen to begin one of. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <ChooseArrival /> : <CountPage key={id} id={id} />;
}
