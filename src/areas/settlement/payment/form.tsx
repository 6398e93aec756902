import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { paymentCalls } from '#contract/areas/settlement/settle-calls.ts';
import { direction, paymentType } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { BeginWith } from '#src/kit/desk/lines/begin-with.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { PickRecords } from '#src/kit/desk/lines/pick-records.tsx';
import { paymentAt } from '../addresses.ts';
import { Balances } from '../balances.tsx';

/** A payment: for statements that are owed, ahead of orders, or as a deposit; or what of it comes back. */
export function Screen() {
  const id = useRecordId();
  const supplier = useRecordId('supplier_id');
  const owedStatement = useRecordId('statement_id');
  return (
    <FormPage
      key={id ?? 'new'}
      definition={payment}
      id={id}
      {...(id === undefined && supplier !== undefined ? { given: { supplier_id: supplier } } : {})}
      listAt={paymentAt.list}
      savedAt={(saved) => paymentAt.detail(saved.id)}
      slots={{
        above: (form) => (
          <>
            <Balances call={paymentCalls.addView} supplier={form.values.supplier_id} />
            <BeginWith
              form={form}
              definition={statement}
              id={owedStatement}
              field="statement_id"
              lineOf={lineOfStatement}
            />
          </>
        ),
        lines: (form) => <Lines form={form} />,
      }}
    />
  );
}

const lineOfStatement = (row: Row) => ({
  statement_id: row.id,
  [titleKey('statement_id')]: row.statement_no,
  amount: Math.abs(Number(row.unpaid_amount)),
});

function Lines({ form }: { form: FormView }) {
  const { payment_type: type, direction: way } = form.values;
  // What comes back of a prepayment is of no order.
  const ahead = type === paymentType.prepay && way !== direction.receive;
  return (
    <>
      <div className="desk-lines-head">
        {type === paymentType.settlement && (
          <PickRecords
            form={form}
            definition={statement}
            label={statement.label}
            fixed={owed}
            filters={['statement_no', 'due_date']}
            columns={['statement_no', 'payable_amount', 'paid_amount', 'unpaid_amount', 'due_date', 'status']}
            field="statement_id"
            lineOf={lineOfStatement}
          />
        )}
        {ahead && (
          <PickRecords
            form={form}
            definition={purchaseOrder}
            label={purchaseOrder.label}
            fixed={ordered}
            filters={['purchase_no']}
            field="purchase_id"
            lineOf={(row) => ({ purchase_id: row.id, [titleKey('purchase_id')]: row.purchase_no })}
          />
        )}
      </div>
      <LineEditor
        form={form}
        names={ahead || type === paymentType.settlement ? (columnsOf[Number(type)] ?? []) : ['amount']}
        totals={['amount']}
      />
    </>
  );
}

/** 待付款、部分付款 */
const owed = { status: [4, 5] };
/** Orders that were passed and are not closed. */
const ordered = { status: [3, 4, 5] };
const columnsOf: Readonly<Record<number, readonly string[]>> = {
  [paymentType.settlement]: ['statement_id', 'amount'],
  [paymentType.prepay]: ['purchase_id', 'amount'],
};
