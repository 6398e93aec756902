import { supplier } from '#contract/areas/partners/supplier.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { partnerAt } from './addresses.ts';

/** Everything about one supplier: terms here, and what every area has of it as blocks (`src/engine/record-blocks.ts`). */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={supplier.label} />;
  return (
    <DetailPage
      key={id}
      definition={supplier}
      id={id}
      title={(record) => String(record.name)}
      editAt={({ id: own }) => partnerAt.editSupplier(own)}
    />
  );
}
