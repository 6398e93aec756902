import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { activityAt } from './addresses.ts';

/** One gift activity: what it gave of each gift, within its limits and beyond. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={giftActivity.label} />;
  return <DetailPage key={id} definition={giftActivity} id={id} editAt={(record) => activityAt.edit(record.id)} />;
}
