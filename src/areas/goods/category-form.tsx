import { useMemo } from 'react';
import { category } from '#contract/areas/goods/category.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';

/** A category: a new one under `?parent_id=`, or the one that `?id=` names. */
export function Screen() {
  const id = useRecordId();
  const parent = useRecordId('parent_id');
  const given = useMemo(() => (parent === undefined ? {} : { parent_id: parent }), [parent]);
  return (
    <FormPage key={id ?? `under-${parent}`} definition={category} id={id} given={given} listAt="/shops/categaryShop" />
  );
}
