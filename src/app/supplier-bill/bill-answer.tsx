import { useId, useState } from 'react';
import { billLinkCalls, type LinkedBill } from '#contract/areas/settlement/bill-link-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import styles from './supplier-bill.module.css';

interface AnswerProps {
  token: string;
  bill: LinkedBill;
  marked: ReadonlySet<number>;
}

/** What the supplier says of the bill: that all of it is right, or what is not and why. Said once. */
export function BillAnswer({ token, bill, marked }: AnswerProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState('');
  const command = useCommand<{ answer: 'agreed' | 'differed' }>({ name: 'linkedBill' });
  if (bill.answer)
    return (
      <section className={styles.answer} aria-label="答复">
        <p role="status">
          {bill.answer === 'agreed' ? '您已确认此对账单，谢谢。' : '您的异议已提交，对方核对后会再发来新的链接。'}
        </p>
      </section>
    );
  const say = async (agrees: boolean) => {
    const fault = faultOf({ name, reason, agrees, marked: marked.size });
    setWrong(fault);
    if (fault !== '') return;
    const said = { token, version: bill.version, agrees, name: name.trim() };
    const sent = await command.run(
      billLinkCalls.answer,
      agrees ? said : { ...said, reason: reason.trim(), line_ids: [...marked] },
    );
    if (!sent.ok) setWrong(wordsOf(sent.failure));
  };
  return (
    <section className={styles.answer} aria-label="答复">
      <h2>您的答复</h2>
      <label htmlFor={`${id}-name`}>姓名</label>
      <input
        id={`${id}-name`}
        value={name}
        maxLength={limits.name}
        autoComplete="name"
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}-reason`}>异议原因（确认时不填）</label>
      <textarea
        id={`${id}-reason`}
        value={reason}
        rows={3}
        maxLength={limits.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {marked.size > 0 && <p>{`已勾选 ${marked.size} 条有异议的明细`}</p>}
      {wrong !== '' && (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
      <div className={styles.buttons}>
        <button type="button" className="button-main" disabled={command.running} onClick={() => void say(true)}>
          确认无误
        </button>
        <button type="button" className="button-plain" disabled={command.running} onClick={() => void say(false)}>
          提出异议
        </button>
      </div>
    </section>
  );
}

/** What keeps the answer from being sent; empty where nothing does. */
function faultOf(said: { name: string; reason: string; agrees: boolean; marked: number }): string {
  if (said.name.trim().length < 2) return '请填写姓名';
  if (!said.agrees) return said.reason.trim().length < limits.reasonLeast ? '请填写异议原因' : '';
  if (said.marked > 0 || said.reason.trim() !== '') return '您勾选了有异议的明细或填写了原因，请提出异议，或先清除';
  return '';
}
