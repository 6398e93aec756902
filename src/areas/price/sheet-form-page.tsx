import { scopeOf } from '#contract/areas/price/price-enums.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { priceAt } from './addresses.ts';
import { ImportLines } from './import-lines.tsx';
import { PresentPrices } from './present-prices.tsx';
import { SheetLines } from './sheet-lines.tsx';

interface SheetFormProps {
  id?: number | undefined;
  /** For one's own shops or districts: head office changes prices on its own behalf. */
  apply?: boolean;
}

const appliedFor = 2;

/** The form of a price sheet: lines typed, pasted or read from a file, and beside them what the goods are sold at now. */
export function SheetForm({ id, apply = false }: SheetFormProps) {
  return (
    <FormPage
      key={id ?? (apply ? 'apply' : 'new')}
      definition={priceSheet}
      id={id}
      {...(apply ? { title: '调价申请', given: { source: appliedFor, scope_type: scopeOf.shops } } : {})}
      names={Object.keys(priceSheet.fields).filter((name) => isSettable(name) && !(apply && name === 'source'))}
      listAt={priceAt.list}
      savedAt={(saved) => priceAt.detail(saved.id)}
      slots={{
        extra: (form) => <ImportLines form={form} />,
        above: (form) => <PresentPrices form={form} />,
        lines: (form) => <SheetLines form={form} />,
      }}
    />
  );
}

const isSettable = (name: string): boolean =>
  !(priceSheet.fields as Readonly<Record<string, { derived?: boolean }>>)[name]?.derived;
