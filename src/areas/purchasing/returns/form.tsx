import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { returnAt } from '../addresses.ts';
import { PickBatches } from './pick-batches.tsx';

/** A return: a supplier, a warehouse, and batches of the one that stand in the other. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={backOrder}
      id={id}
      listAt={returnAt.list}
      savedAt={(saved) => returnAt.detail(saved.id)}
      slots={{
        lines: (form) => (
          <>
            <PickBatches form={form} />
            <LineEditor form={form} totals={['qty', 'amount']} />
          </>
        ),
      }}
    />
  );
}
