import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { arrivalAt } from './addresses.ts';
import { useArrivalCosts } from './arrival-costs.ts';
import { PickLines } from './pick-lines.tsx';
import { SlotChoice } from './slot-choice.tsx';

/** An appointment of open lines of orders, new or changed; its slot is chosen from those of the dock. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={arrivalOrder}
      id={id}
      listAt={arrivalAt.list}
      savedAt={(saved) => arrivalAt.detail(saved.id)}
      slots={{
        extra: (form) => <PickLines form={form} />,
        above: (form) => <SlotChoice values={form.values} resting={form.resting} onChoose={form.set} />,
        lines: (form) => <Lines form={form} />,
      }}
    />
  );
}

/** What it brings, and beside it what that costs. */
function Lines({ form }: { form: FormView }) {
  const costs = useArrivalCosts(form.lines.rows.map(({ values }) => values));
  const beside = costs.map(({ name, label, width, of }) => ({
    key: name,
    label,
    width,
    of: ({ values }: FormLine) => of(values),
  }));
  return <LineEditor form={form} totals={['plan_qty']} beside={beside} />;
}
