import { useMemo } from 'react';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { purchaseAt } from './addresses.ts';
import { ImportLines } from './import-lines.tsx';
import { PresentPurchases } from './present-purchases.tsx';
import { PurchaseLines } from './purchase-lines.tsx';

interface SheetFormProps {
  id: number | undefined;
  /** What its page is for; a sheet keeps its kind. */
  kind: number;
  title: string;
}

/** The form of a purchase price sheet: lines typed, pasted or read from a file, and beside them what the goods are bought at now. */
export function SheetForm({ id, kind, title }: SheetFormProps) {
  return (
    <FormPage
      key={id ?? `new-${kind}`}
      definition={purchasePriceSheet}
      id={id}
      title={`${id === undefined ? '新增' : '编辑'}${title}`}
      given={useMemo(() => ({ kind }), [kind])}
      names={names}
      listAt={purchaseAt.list}
      savedAt={(saved) => purchaseAt.detail(saved.id)}
      slots={{
        extra: (form) => <ImportLines form={form} />,
        above: (form) => <PresentPurchases form={form} />,
        lines: (form) => <PurchaseLines form={form} />,
      }}
    />
  );
}

const names = [
  ...Object.entries(purchasePriceSheet.fields)
    .filter(([name, field]) => name !== 'kind' && !(field as { derived?: boolean }).derived)
    .map(([name]) => name),
  'remark',
];
