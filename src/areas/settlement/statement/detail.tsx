import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { payment } from '#contract/areas/settlement/payment.ts';
import { statementState } from '#contract/areas/settlement/settle-enums.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { payOffPrinting, statementPrinting } from '#contract/areas/settlement/statement-printing.ts';
import { printAt } from '#contract/kit/printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { paymentAt, statementAt } from '../addresses.ts';

/** One statement: what it is made of, who judged it, and, where it is to be paid, the way there. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  const mayUse = useMayUse();
  if (id === undefined) return <MissingPage title={statement.label} />;
  return (
    <DetailPage
      key={id}
      definition={statement}
      id={id}
      printing={statementPrinting}
      editAt={(record) => statementAt.edit(record.id)}
      onward={(record) =>
        payable.has(Number(record.status))
          ? [
              {
                label: '新增付款',
                to: paymentAt.freshFor(Number(record.supplier_id), record.id),
                access: payment.calls.add?.[1],
              },
            ]
          : []
      }
      slots={{
        extra: (record) => (
          <>
            {record.status === statementState.paid && mayUse(payOffPrinting.access) && (
              <Button onClick={() => void navigate(printAt(payOffPrinting, record.id))}>打印结清单</Button>
            )}
          </>
        ),
        tabs: (record) =>
          mayUse(settleItem.calls.list?.[1])
            ? [
                {
                  key: 'items',
                  label: settleItem.label,
                  children: (
                    <FixedList
                      definition={settleItem}
                      fixed={{ statement_no: [record.statement_no] }}
                      columns={itemColumns}
                      height={320}
                    />
                  ),
                },
              ]
            : [],
      }}
    />
  );
}

const payable: ReadonlySet<number> = new Set([4, 5]);
const itemColumns = [
  'item_type',
  'source_no',
  'occur_date',
  'sku_id',
  'qty',
  'price',
  'amount',
  'tax_amount',
  'check_bill_id',
  'status',
];
