import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { activityAt } from './addresses.ts';

/** A gift activity: what brings a gift, where and when, and how many there are. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={giftActivity}
      id={id}
      listAt={activityAt.list}
      savedAt={(saved) => activityAt.detail(saved.id)}
    />
  );
}
