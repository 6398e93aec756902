import { promotion } from '#contract/areas/promotions/promotion.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { promotionAt } from './addresses.ts';

/** A promotion: what its rule asks for changes with its type; no line of goods takes all of them in. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={promotion}
      id={id}
      listAt={promotionAt.list}
      savedAt={(saved) => promotionAt.detail(saved.id)}
    />
  );
}
