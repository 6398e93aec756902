import { Button } from 'antd';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { choosableItem } from '#contract/areas/settlement/choosable-item.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import type { ListRequest } from '#contract/kit/calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { billAt } from '../addresses.ts';
import { BillHead } from './bill-head.tsx';
import { useBillLines } from './use-bill.ts';

/** Chooses what a bill is about out of what its supplier is owed: row by row, by pasted numbers, or all that the filters find. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={checkBill.label} />;
  return (
    <BillHead key={id} id={id} title="选择对账明细" links={[{ label: '明细核对', at: billAt.review(id) }]}>
      {(bill) => (bill.allowed.edit ? <Choosable bill={bill} /> : <EmptyFace words="此对账单现在不能选择明细" />)}
    </BillHead>
  );
}

function Choosable({ bill }: { bill: DetailRow }) {
  const lines = useBillLines();
  const { id, version, supplier_id, co_model, period_from, period_to } = bill as DetailRow & { version: number };
  return (
    <FixedList
      definition={choosableItem}
      fixed={{ supplier_id, co_model, item_type: goods, occur_date_from: period_from, occur_date_to: period_to }}
      filters={['source_no', 'sku_id', 'amount']}
      height={480}
      picks={(list) => {
        const { sort: _sort, ...all } = list.asked as ListRequest;
        return (
          <>
            <Button
              type="primary"
              disabled={lines.running || list.selection.rows.length === 0}
              onClick={() =>
                void lines
                  .run(checkBillCalls.choose, { id, version, ids: list.selection.rows.map((row) => row.id) })
                  .then((done) => done && list.selection.clear())
              }
            >
              {`加入所选${list.selection.rows.length > 0 ? `（${list.selection.rows.length}）` : ''}`}
            </Button>
            <Button
              disabled={lines.running || list.total === 0}
              onClick={() => void lines.run(checkBillCalls.choose, { id, version, all })}
            >
              {`按条件全部加入（${grouped(list.total)}${list.capped ? '+' : ''}）`}
            </Button>
          </>
        );
      }}
    />
  );
}

/** Items that a check bill is about. */
const goods = [settleItemType.receipt, settleItemType.sale, settleItemType.saleReturn, settleItemType.return];
