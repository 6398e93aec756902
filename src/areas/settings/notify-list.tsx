import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { noticeCalls, noticeState, noticeTargets, notify, notifyRead } from '#contract/areas/shell/notice.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { ask } from '#src/kit/notice.ts';
import { noticeAsking } from './notice-asking.ts';

const NoticeReads = lazy(async () => ({ default: (await import('./notice-reads.tsx')).NoticeReads }));

/** Notices to the staff: written, sent now or at their time, taken back, and who has acknowledged them. */
export function Screen() {
  const mayUse = useMayUse();
  const [writing, setWriting] = useState<{ draft?: Row } | null>(null);
  const [reading, setReading] = useState<Row | null>(null);
  const steps = useSteps();
  const actionsOf = (row: Row): RowAction[] => [
    ...(row.status === noticeState.draft && mayUse(noticeCalls.save.access)
      ? [{ key: 'edit', label: '编辑', run: () => setWriting({ draft: row }) }]
      : []),
    ...(mayUse(noticeCalls.send.access) ? steps(row) : []),
    ...(row.status === noticeState.sent || row.status === noticeState.revoked
      ? [{ key: 'reads', label: '阅读情况', run: () => setReading(row) }]
      : []),
  ];
  return (
    <ListPage
      definition={notify}
      title="通知管理"
      filters={filters}
      rowActions={actionsOf}
      onOpen={(row) =>
        actionsOf(row)
          .find(({ key }) => key === 'edit' || key === 'reads')
          ?.run()
      }
      slots={{
        extra: () =>
          mayUse(noticeCalls.save.access) && (
            <Button type="primary" onClick={() => setWriting({})}>
              新建
            </Button>
          ),
        aside: (
          <Suspense>
            {writing && (
              <AskDialog asking={noticeAsking(writing.draft)} changes={changed} onClose={() => setWriting(null)} />
            )}
            {reading && <NoticeReads notice={reading} onClose={() => setReading(null)} />}
          </Suspense>
        ),
      }}
    />
  );
}

/** Sending and taking back, each asked about: neither can be undone for who has read it. */
function useSteps(): (row: Row) => RowAction[] {
  const command = useCommand<Saved>(changed);
  const toast = useToast();
  const step = async (row: Row, { call, label, words }: Step) => {
    if (!(await ask(words, { title: `${label}“${String(row.title)}”`, confirm: label, danger: label === '撤回' })))
      return;
    const sent = await command.run(call, { id: row.id, version: row.version as number });
    if (sent.ok) toast.good(`已${label}`);
    else toast.bad(wordsOf(sent.failure));
  };
  return (row) =>
    stepsOf(row).map((one) => ({
      key: one.call.path,
      label: one.label,
      danger: one.label === '撤回',
      disabled: command.running || command.unknown,
      run: () => void step(row, one),
    }));
}

interface Step {
  readonly call: typeof noticeCalls.send;
  readonly label: string;
  readonly words: string;
}

function stepsOf({ status, send_at, target_type }: Row): Step[] {
  const ahead = status === noticeState.draft && typeof send_at === 'string' && Date.parse(send_at) > Date.now();
  const whom = noticeTargets[target_type as keyof typeof noticeTargets];
  const send = {
    call: noticeCalls.send,
    label: ahead ? '定时发送' : '发送',
    words: ahead ? `将于 ${printTime(String(send_at))} 发送，对象：${whom}。` : `立即发送，对象：${whom}，须各自确认。`,
  };
  const revoke = { call: noticeCalls.revoke, label: '撤回', words: '尚未确认的人不再看到，已确认的不受影响。' };
  if (status === noticeState.draft) return [send];
  if (status === noticeState.waiting) return [send, revoke];
  return status === noticeState.sent ? [revoke] : [];
}

const changed = [notify, notifyRead];
// The title is found by the keyword.
const filters = ['target_type', 'status', 'created_at'];
