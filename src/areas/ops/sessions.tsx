import { Button, Input } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openAppTokenCall } from '#contract/areas/ops/app-tokens.ts';
import { endSessionsCall, type OpenSession, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { Pagination } from '#src/kit/desk/list/pagination.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { ask } from '#src/kit/notice.ts';
import { agentName } from '#src/platform/device.ts';
import { AppTokenDialog } from './app-token-dialog.tsx';

type Row = OpenSession & Record<string, unknown>;

/** 登录管理: who is signed in, since when and from where, and an end to it. What is asked stands in the address. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get('keyword') ?? '';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const reading = useRead(sessions, openSessionsCall, {
    input: { page, page_size: limits.pageSize, ...(keyword === '' ? {} : { keyword }) },
  });
  const mayEnd = useAllowed(endSessionsCall.access);
  const mayOpen = useAllowed(openAppTokenCall.access);
  const [opening, setOpening] = useState(false);
  const command = useCommand<{ count: number }>(sessions);
  const toast = useToast();
  const { list = [], total = 0 } = reading.value ?? {};
  const end = async (row: OpenSession, all: boolean) => {
    const words = all
      ? `${row.nickname}在所有设备上的登录都会立即退出。`
      : `${row.nickname}在“${deviceOf(row)}”上的登录会立即退出。`;
    if (!(await ask(words, { title: '强制退出登录', confirm: '退出登录', danger: true }))) return;
    const sent = await command.run(endSessionsCall, { admin_id: row.admin_id, ...(all ? {} : { id: row.id }) });
    if (sent.ok) toast.good(`已退出 ${sent.value.count} 处登录`);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <PageFrame
      title="登录管理"
      failure={reading.failure}
      stale={reading.stale}
      onRetry={reading.reload}
      extra={mayOpen && <Button onClick={() => setOpening(true)}>新建应用令牌</Button>}
    >
      {opening && <AppTokenDialog onClose={() => setOpening(false)} />}
      <DataTable<Row>
        name="sessions"
        label="登录"
        columns={columns}
        rows={list as Row[]}
        loading={reading.loading}
        busy={reading.refreshing}
        lead={
          <Input.Search
            key={keyword}
            aria-label="搜索"
            placeholder="姓名、账号或 IP 地址"
            style={{ width: 260 }}
            allowClear
            maxLength={limits.remark}
            defaultValue={keyword}
            onSearch={(typed) => setParams(typed.trim() === '' ? {} : { keyword: typed.trim() }, { replace: true })}
          />
        }
        rowActions={(row) =>
          mayEnd && !row.own
            ? [
                { key: 'one', label: '退出', disabled: command.running, run: () => void end(row, false) },
                {
                  key: 'all',
                  label: '全部退出',
                  danger: true,
                  disabled: command.running,
                  run: () => void end(row, true),
                },
              ]
            : []
        }
      />
      <footer className="desk-foot">
        <Pagination
          page={page}
          pageSize={limits.pageSize}
          total={total}
          capped={false}
          counting={false}
          loading={reading.loading}
          onExact={reading.reload}
          onChange={(next) =>
            setParams({ ...(keyword === '' ? {} : { keyword }), page: String(next) }, { replace: true })
          }
        />
      </footer>
    </PageFrame>
  );
}

const sessions = { name: 'session' } as const;

/** The browser, or the till or channel that holds a token. */
const deviceOf = (row: OpenSession): string => row.app ?? agentName(row.user_agent);
const kindOf = (row: OpenSession): string => (row.app === null ? (row.tablet ? '平板' : '电脑') : '应用');

const columns: readonly Column<Row>[] = [
  { name: 'nickname', label: '姓名', width: 140, render: (row) => `${row.nickname}${row.own ? '（本人）' : ''}` },
  { name: 'username', label: '账号', width: 140, render: (row) => row.username },
  { name: 'device', label: '设备', width: 220, render: deviceOf },
  { name: 'kind', label: '类型', width: 80, render: kindOf },
  { name: 'ip', label: 'IP 地址', width: 150, render: (row) => row.ip },
  { name: 'since', label: '登录时间', width: 160, render: (row) => printTime(row.since) },
  { name: 'seen_at', label: '最近使用', width: 160, render: (row) => printTime(row.seen_at) },
];
