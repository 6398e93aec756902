import { Button } from 'antd-mobile';
import { useMemo, useState } from 'react';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { Card } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { ask, showAlert } from '#src/kit/notice.ts';
import type {
  Correction,
  Operation,
  SettleAction,
  SettleRefusal,
  StreamSummary,
  SummaryOperation,
} from '#src/local/index.ts';
import { CorrectSheet } from './correct-sheet.tsx';
import styles from './handheld.module.css';
import { notSaved } from './not-saved.ts';
import { PutAwaySheet } from './put-away/put-away-sheet.tsx';
import { useLive, useNow } from './use-live.ts';
import { ageOf, entryWords, whenOf } from './words.ts';

/** One document's records of one person: what waits, why, and what can be done about each, in the words of its kind. */
export function StreamCard({ uid, stream }: { uid: number; stream: string }) {
  const { outbox } = useLocal();
  const [most, setMost] = useState(step);
  const standing = useLive(useMemo(() => outbox.standing({ uid, stream, most }), [outbox, uid, stream, most]));
  // While more is read, what was shown stays.
  const [shown, setShown] = useState<StreamSummary | null>(null);
  if (standing && standing !== shown) setShown(standing);
  const [asked, setAsked] = useState<{ action: 'put_away' | 'correct'; operation: SummaryOperation } | null>(null);
  const now = useNow();
  const mayPutAway = useMayUse()(fleetCalls.discarded.access);
  if (!shown) return null;
  const { title, attention, stopped, unsent, oldest, operations } = shown;
  const total = stopped ? attention : attention + unsent;
  const again = async (operation: SummaryOperation) => {
    if (await isWanted(operation, 'send_again')) told(await outbox.sendAgain(operation.op_id), '已重新排队发送');
  };
  const correct = async (operation: SummaryOperation, correction: Correction) => {
    if (!(await isWanted(operation, 'send_again'))) return;
    setAsked(null);
    told(await outbox.correct(operation.op_id, correction), '已改正，重新排队发送');
  };
  const putAway = async (operation: SummaryOperation, reason: string) => {
    if (!(await isWanted(operation, 'discard'))) return;
    setAsked(null);
    told(await outbox.discard(operation.op_id, reason), '已作废，原因记入单据');
  };
  return (
    <Card
      title={title}
      mark={
        unsent > 0 ? (
          <StatusTag tone="waiting">
            {`${unsent} 条未发送${oldest === null ? '' : ` · 最早 ${ageOf(oldest, now)}`}`}
          </StatusTag>
        ) : attention > 0 ? (
          <StatusTag tone="refused">{attention} 条需处理</StatusTag>
        ) : (
          <StatusTag tone="done">全部已接收</StatusTag>
        )
      }
    >
      {stopped && (
        <div className={styles.stopped} role="alert">
          <p>
            <strong>服务器暂不接收这张单</strong>
            {stopped.msg || `代码 ${stopped.code ?? '—'}`}（{whenOf(stopped.at, now)}）。记录都在本机。
          </p>
          <Button block color="primary" onClick={() => void outbox.resume({ uid, stream }).catch(tellNotSaved)}>
            恢复发送
          </Button>
        </div>
      )}
      <ol className={styles.waiting}>
        {operations.map((operation) => (
          <li key={operation.op_id}>
            <div>
              <strong>
                {operation.what} <b>{operation.sign}</b>
              </strong>
              <span>{[operation.where, whenOf(operation.at, now)].filter(Boolean).join(' · ')}</span>
              {operation.word === 'attention' && (
                <span className={styles.why}>{operation.why || '服务器暂不接收'}</span>
              )}
            </div>
            <StatusTag tone={entryWords[operation.word].tone}>{entryWords[operation.word].text}</StatusTag>
            {operation.word === 'attention' && (
              <div className={styles.ways}>
                {operation.repeatable && (
                  <Button onClick={() => void again(operation).catch(tellNotSaved)}>重发</Button>
                )}
                {operation.correction && (
                  <Button onClick={() => setAsked({ action: 'correct', operation })}>改正</Button>
                )}
                {mayPutAway && (
                  <Button color="danger" fill="outline" onClick={() => setAsked({ action: 'put_away', operation })}>
                    作废本条
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {total > operations.length && operations.length >= most && (
        <div className={styles.cardAction}>
          <Button block onClick={() => setMost(most + step)}>
            再看 {Math.min(step, total - operations.length)} 条（共 {total} 条）
          </Button>
        </div>
      )}
      {attention > 0 && !mayPutAway && <p className={styles.nothing}>您没有作废记录的权限，作废请找主管</p>}
      {asked?.action === 'correct' && asked.operation.correction && (
        <CorrectSheet
          operation={asked.operation}
          correction={asked.operation.correction}
          onClose={() => setAsked(null)}
          onDone={(correction) => void correct(asked.operation, correction).catch(tellNotSaved)}
        />
      )}
      {asked?.action === 'put_away' && (
        <PutAwaySheet
          operation={asked.operation}
          onClose={() => setAsked(null)}
          onDone={(reason) => void putAway(asked.operation, reason).catch(tellNotSaved)}
        />
      )}
    </Card>
  );
}

const step = 30;

/** Asks what its kind wants asked before such a action; false when the person would rather not. */
function isWanted({ questions }: SummaryOperation, action: SettleAction): Promise<boolean> {
  const question = questions[action];
  if (!question) return Promise.resolve(true);
  const { words, ...at } = question;
  return ask(words, at);
}

function told(result: Operation | SettleRefusal, words: string): void {
  if (result === 'not_waiting') toast('这条记录已有结果');
  else if (result === 'not_repeatable') toast('服务器已经收下，不能再发');
  else toast(words);
}

function tellNotSaved(problem: unknown): void {
  void showAlert(notSaved(problem));
}
