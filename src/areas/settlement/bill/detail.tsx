import { Button, Input, Modal } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { billLinkCalls } from '#contract/areas/settlement/bill-link-calls.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import { checkBillPrinting } from '#contract/areas/settlement/check-bill-printing.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import { checkBillState } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { limits } from '#contract/kit/limits.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { billAt, statementAt } from '../addresses.ts';
import { useBillLines } from './use-bill.ts';

/** One check bill: its lines, what the supplier says of them, and his confirmation. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  if (id === undefined) return <MissingPage title={checkBill.label} />;
  return (
    <DetailPage
      key={id}
      definition={checkBill}
      id={id}
      printing={checkBillPrinting}
      editAt={(bill) => billAt.edit(bill.id)}
      onward={(bill) =>
        bill.status === checkBillState.confirmed
          ? [
              {
                label: `新建${statement.label}`,
                to: statementAt.freshFor(Number(bill.supplier_id), bill.id),
                access: statement.calls.add?.[1],
              },
            ]
          : []
      }
      slots={{
        extra: (bill) => (
          <>
            {bill.allowed.edit && <Button onClick={() => void navigate(billAt.review(bill.id))}>核对明细</Button>}
            <LinkButton bill={bill as DetailRow & { version: number }} />
          </>
        ),
        tabs: (bill) => [{ key: 'lines', label: checkBillLine.label, children: <Lines bill={bill} /> }],
      }}
    />
  );
}

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));

/** While the bill waits for its supplier he may be sent a link to it. */
function LinkButton({ bill }: { bill: DetailRow & { version: number } }) {
  const may = useAllowed(billLinkCalls.add.access) && bill.status === checkBillState.waiting;
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>供应商链接</Button>
      {open && (
        <Suspense>
          <LinkDialog bill={bill} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Lines({ bill }: { bill: DetailRow }) {
  const lines = useBillLines();
  const mayDispute = useAllowed(checkBillCalls.disputeLines.access) && bill.status === checkBillState.waiting;
  const [marking, setMarking] = useState<{ ids: number[]; clear(): void } | null>(null);
  const [reason, setReason] = useState('');
  const { id, version } = bill as DetailRow & { version: number };
  const mark = async (ids: number[], dispute_reason: string | null, clear: () => void) => {
    if (!(await lines.run(checkBillCalls.disputeLines, { id, version, line_ids: ids, dispute_reason }))) return;
    setMarking(null);
    setReason('');
    clear();
  };
  return (
    <>
      <FixedList
        definition={checkBillLine}
        fixed={{ bill_id: id }}
        filters={['item_type', 'source_no', 'occur_date', 'sku_id']}
        height={420}
        {...(mayDispute && {
          picks: (list) => {
            const ids = list.selection.rows.map((row) => row.id);
            return (
              <>
                <Button
                  disabled={lines.running || ids.length === 0}
                  onClick={() => setMarking({ ids, clear: () => list.selection.clear() })}
                >
                  标记异议
                </Button>
                <Button
                  disabled={lines.running || ids.length === 0}
                  onClick={() => void mark(ids, null, () => list.selection.clear())}
                >
                  取消标记
                </Button>
              </>
            );
          },
        })}
      />
      {marking && (
        <Modal
          open
          title={`标记异议（${marking.ids.length} 条）`}
          okButtonProps={{ disabled: reason.trim().length < limits.reasonLeast, loading: lines.running }}
          onCancel={() => setMarking(null)}
          onOk={() => void mark(marking.ids, reason.trim(), () => marking.clear())}
        >
          <Input.TextArea
            aria-label={checkBillLine.fields.dispute_reason.label}
            value={reason}
            maxLength={limits.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Modal>
      )}
    </>
  );
}
