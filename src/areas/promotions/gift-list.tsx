import { gift } from '#contract/areas/promotions/gift.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';
import { giftAt } from './addresses.ts';

/** Gifts: list, edit, switch on and off. */
export function Screen() {
  return <MasterPage definition={gift} newAt={giftAt.fresh} editAt={giftAt.edit} />;
}
