import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { choosableItem } from '#contract/areas/settlement/choosable-item.ts';
import { statementCalls } from '#contract/areas/settlement/settle-calls.ts';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { BeginWith } from '#src/kit/desk/lines/begin-with.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { PickRecords } from '#src/kit/desk/lines/pick-records.tsx';
import { statementAt } from '../addresses.ts';
import { Balances } from '../balances.tsx';

/** A statement: a supplier's confirmed check bills, his fines, expenses and cost adjustments, and what is set off of what was paid ahead. */
export function Screen() {
  const id = useRecordId();
  const supplier = useRecordId('supplier_id');
  const bill = useRecordId('check_bill_id');
  return (
    <FormPage
      key={id ?? 'new'}
      definition={statement}
      id={id}
      {...(id === undefined && supplier !== undefined ? { given: { supplier_id: supplier } } : {})}
      listAt={statementAt.list}
      savedAt={(saved) => statementAt.detail(saved.id)}
      slots={{
        above: (form) => (
          <>
            <Balances call={statementCalls.addView} supplier={form.values.supplier_id} id={id} />
            <BeginWith form={form} definition={checkBill} id={bill} field="check_bill_id" lineOf={lineOfBill} />
          </>
        ),
        lines: (form) => (
          <>
            <div className="desk-lines-head">
              <PickRecords
                form={form}
                definition={checkBill}
                label={checkBill.label}
                fixed={confirmed}
                filters={['bill_no', 'co_model', 'period_to']}
                columns={[
                  'bill_no',
                  'co_model',
                  'period_from',
                  'period_to',
                  'line_count',
                  'total_amount',
                  'tax_amount',
                ]}
                field="check_bill_id"
                lineOf={lineOfBill}
              />
              <PickRecords
                form={form}
                definition={choosableItem}
                label="罚款、费用和调整"
                fixed={free}
                filters={['item_type', 'source_no', 'occur_date']}
                columns={['source_no', 'item_type', 'occur_date', 'amount', 'tax_amount']}
                field="settle_item_id"
                lineOf={(item) => ({ settle_item_id: item.id, [titleKey('settle_item_id')]: item.source_no })}
              />
            </div>
            <LineEditor form={form} />
          </>
        ),
      }}
    />
  );
}

const lineOfBill = (row: Row) => ({ check_bill_id: row.id, [titleKey('check_bill_id')]: row.bill_no });

/** 已确认 */
const confirmed = { status: [3] };
const free = {
  item_type: [settleItemType.fine, settleItemType.expense, settleItemType.costAdjust, settleItemType.carried],
};
