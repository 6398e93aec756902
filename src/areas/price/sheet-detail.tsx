import { priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';
import { priceAt } from './addresses.ts';

/** One price sheet: what it changes from and to, who judged it, and the steps that are open to this person. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={priceSheet.label} />;
  return (
    <DetailPage
      key={id}
      definition={priceSheet}
      id={id}
      editAt={(record) => priceAt.edit(record.id)}
      slots={{
        extra: (record) => (
          <SaveFileButton
            call={priceCalls.export}
            input={{ id: record.id, fileName: `${priceSheet.label}${String(record.price_no)}`, export: 1 }}
          />
        ),
      }}
    />
  );
}
