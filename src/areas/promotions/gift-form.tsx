import { gift } from '#contract/areas/promotions/gift.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { giftAt } from './addresses.ts';

/** A gift, which is a piece of goods. */
export function Screen() {
  const id = useRecordId();
  return <FormPage key={id ?? 'new'} definition={gift} id={id} listAt={giftAt.list} />;
}
