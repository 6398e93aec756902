import { logistics } from '#contract/areas/partners/logistics.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';
import { partnerAt } from './addresses.ts';

/** Carriers: list, edit, switch on and off. */
export function Screen() {
  return (
    <MasterPage definition={logistics} newAt={partnerAt.carrier} editAt={(id) => `${partnerAt.carrier}?id=${id}`} />
  );
}
