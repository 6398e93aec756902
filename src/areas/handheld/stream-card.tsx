import { Button } from 'antd-mobile';
import { useMemo, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { ask, tell } from '#src/kit/notice.ts';
import type { Deed, Operation, SettleRefusal, Standing, StandingOperation } from '#src/local/index.ts';
import styles from './handheld.module.css';
import { notSaved } from './not-saved.ts';
import { useLive } from './use-live.ts';
import { clockOf, entryWords } from './words.ts';

/** One document's records of one person: what waits, why, and what can be done about each, in the words of its kind. */
export function StreamCard({ uid, stream }: { uid: number; stream: string }) {
  const { outbox } = useLocal();
  const [most, setMost] = useState(step);
  const standing = useLive(useMemo(() => outbox.standing({ uid, stream, most }), [outbox, uid, stream, most]));
  // While more is read, what was shown stays.
  const [shown, setShown] = useState<Standing | null>(null);
  if (standing && standing !== shown) setShown(standing);
  const [putAway, setPutAway] = useState<StandingOperation | null>(null);
  if (!shown) return null;
  const { title, attention, stopped, unsent, operations } = shown;
  const total = stopped ? attention : attention + unsent;
  const again = async (operation: StandingOperation) => {
    if (await isWanted(operation, 'send_again')) told(await outbox.sendAgain(operation.op_id), '已重新排队发送');
  };
  return (
    <Card
      title={title}
      mark={
        unsent > 0 ? (
          <StatusTag tone="waiting">{unsent} 条未发送</StatusTag>
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
            {stopped.msg || `代码 ${stopped.code ?? '—'}`}（{clockOf(stopped.at)}）。记录都在本机。
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
              <span>
                {operation.where} · {clockOf(operation.at)}
              </span>
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
                <Button color="danger" fill="outline" onClick={() => setPutAway(operation)}>
                  放弃
                </Button>
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
      {putAway && (
        <PutAway
          operation={putAway}
          onClose={() => setPutAway(null)}
          onDone={async (reason) => {
            if (!(await isWanted(putAway, 'discard'))) return;
            setPutAway(null);
            told(await outbox.discard(putAway.op_id, reason), '已放弃，原因留在本机');
          }}
        />
      )}
    </Card>
  );
}

const step = 30;

/** Asks what its kind wants asked before such a deed; false when the person would rather not. */
function isWanted({ questions }: StandingOperation, deed: Deed): Promise<boolean> {
  const question = questions[deed];
  if (!question) return Promise.resolve(true);
  const { words, ...at } = question;
  return ask(words, at);
}

function told(result: Operation | SettleRefusal, words: string): void {
  if (result === 'not_waiting') toast('这条记录已有结果');
  else if (result === 'not_repeatable') toast('服务器已经收下，不能重发');
  else toast(words);
}

function tellNotSaved(problem: unknown): void {
  void tell(notSaved(problem));
}

function PutAway({
  operation: { what, sign, discarding },
  onClose,
  onDone,
}: {
  operation: StandingOperation;
  onClose(): void;
  onDone(reason: string): Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const ready = reason.trim().length >= limits.reasonLeast;
  return (
    <Sheet title={`放弃 ${what} ${sign}`} open onClose={onClose}>
      <p className={styles.soft}>{discarding.means}请说明原因：</p>
      <div className={styles.quick}>
        {discarding.reasons.map((one) => (
          <Button key={one} onClick={() => setReason(one)}>
            {one}
          </Button>
        ))}
      </div>
      <label className={styles.field} data-active>
        <span>原因</span>
        <input value={reason} maxLength={limits.reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <Button
        block
        color="danger"
        size="large"
        className={styles.tall ?? ''}
        disabled={!ready}
        onClick={() => void onDone(reason.trim()).catch(tellNotSaved)}
      >
        放弃这一条
      </Button>
    </Sheet>
  );
}
