import { Button } from 'antd';
import { useState } from 'react';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { billAt } from '../addresses.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { BillHead } from './bill-head.tsx';
import { useBillLines } from './use-bill.ts';

/** Goes through the lines of a bill: takes some out, agrees on other amounts, hands it to the supplier. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={checkBill.label} />;
  return (
    <BillHead
      key={id}
      id={id}
      title="对账明细核对"
      steps
      links={[
        { label: '选择明细', at: billAt.choose(id) },
        { label: '修改账期', at: billAt.edit(id) },
        { label: '对账单', at: billAt.detail(id) },
      ]}
    >
      {(bill) => (bill.allowed.edit ? <Lines bill={bill} /> : <EmptyFace words="此对账单现在不能修改明细" />)}
    </BillHead>
  );
}

function Lines({ bill }: { bill: DetailRow }) {
  const lines = useBillLines();
  const [adjusting, setAdjusting] = useState<Row | null>(null);
  const { id, version } = bill as DetailRow & { version: number };
  return (
    <>
      <FixedList
        definition={checkBillLine}
        fixed={{ bill_id: id }}
        filters={['item_type', 'source_no', 'occur_date', 'sku_id']}
        height={480}
        rowActions={(row) => [{ key: 'adjust', label: '调整', disabled: lines.running, run: () => setAdjusting(row) }]}
        picks={(list) => (
          <>
            <Button
              disabled={lines.running || list.selection.rows.length === 0}
              onClick={() =>
                void lines
                  .run(checkBillCalls.remove, { id, version, line_ids: list.selection.rows.map((row) => row.id) })
                  .then((done) => done && list.selection.clear())
              }
            >
              移除所选
            </Button>
            {Number(bill.dispute_count) > 0 && (
              <Button
                disabled={lines.running}
                onClick={() => void lines.run(checkBillCalls.remove, { id, version, disputed: true })}
              >
                {`移出全部异议（${String(bill.dispute_count)}）`}
              </Button>
            )}
          </>
        )}
      />
      {adjusting && (
        <AdjustDialog
          line={adjusting}
          running={lines.running}
          onClose={() => setAdjusting(null)}
          onDone={async (adjust_amount, adjust_reason) => {
            const input = { id, version, line_id: adjusting.id, adjust_amount, adjust_reason };
            if (await lines.run(checkBillCalls.adjust, input)) setAdjusting(null);
          }}
        />
      )}
    </>
  );
}
