import { type ReactNode, useEffect, useState } from 'react';
import { billLinkCalls, type LinkedBill } from '#contract/areas/settlement/bill-link-calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { BillAnswer } from './bill-answer.tsx';
import { BillHead } from './bill-head.tsx';
import { BillLines } from './bill-lines.tsx';
import styles from './supplier-bill.module.css';

/**
 * A check bill as its supplier sees it, by the link that he was sent and without an account (decision 0098). The token stands behind the `#` of the
 * address, which no server and no other site is told.
 */
export function SupplierBill() {
  const [token] = useState(() => location.hash.slice(1));
  const [page, setPage] = useState(1);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const whole = /^[\w-]{43}$/.test(token);
  const bill = useRead(about, billLinkCalls.show, { input: { token, page }, when: whole });
  const opening = useCommand<null>(nothing);
  const { run: open } = opening;
  useEffect(() => {
    // That it was opened is for the other side to know: whoever cannot say so reads on.
    if (whole) void open(billLinkCalls.open, { token });
  }, [whole, token, open]);
  const { failure } = bill;
  // What was typed and marked stays while another page of lines is on its way.
  const [value, setValue] = useState<LinkedBill>();
  if (bill.value && bill.value !== value) setValue(bill.value);
  return (
    <main className={styles.page}>
      {!whole && <Said words="链接不完整，请从对方发来的消息中完整打开" />}
      {whole && failure && (
        <Said words={wordsOf(failure)}>
          <button type="button" className="button-plain" onClick={bill.reload}>
            重试
          </button>
        </Said>
      )}
      {whole && !failure && !value && <Said words="加载中..." />}
      {value && !failure && (
        <>
          <BillHead bill={value} />
          <BillLines
            bill={value}
            page={page}
            onPage={setPage}
            marked={marked}
            onMark={value.answer ? undefined : (id) => setMarked((before) => toggled(before, id))}
          />
          <BillAnswer key={value.version} token={token} bill={value} marked={marked} />
        </>
      )}
    </main>
  );
}

const about = { name: 'linkedBill' };
/** That it was opened changes nothing of what is shown. */
const nothing: readonly never[] = [];

function toggled(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

function Said({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className={styles.said} role="status">
      <p>{words}</p>
      {children}
    </div>
  );
}
