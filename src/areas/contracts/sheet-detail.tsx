import { purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';
import { purchaseAt } from './addresses.ts';
import { SaleRates } from './sale-rates.tsx';

/** One purchase price sheet: what it changes from and to, how its goods sell, who judged it, and the steps that are open to this person. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={purchasePriceSheet.label} />;
  return (
    <DetailPage
      key={id}
      definition={purchasePriceSheet}
      id={id}
      editAt={(record) => purchaseAt.edit(record.id, record.kind)}
      slots={{
        extra: (record) => (
          <SaveFileButton
            call={purchasePriceCalls.export}
            input={{ id: record.id, fileName: `${purchasePriceSheet.label}${String(record.sheet_no)}`, export: 1 }}
          />
        ),
        tabs: (record) => [
          {
            key: 'saleRate',
            label: purchasePriceSheet.lines.fields.sale_rate_bp.label,
            children: <SaleRates lines={record.lines ?? []} />,
          },
        ],
      }}
    />
  );
}
