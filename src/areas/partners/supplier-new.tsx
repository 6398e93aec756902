import { supplier } from '#contract/areas/partners/supplier.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { partnerAt } from './addresses.ts';

/** A new supplier; its licence and other papers are attached on its page. */
export function Screen() {
  return <FormPage definition={supplier} listAt={partnerAt.suppliers} savedAt={({ id }) => partnerAt.supplier(id)} />;
}
