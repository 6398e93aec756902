import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { adminCalls, staff } from '#contract/areas/access/admin.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { type Column, columnsOf } from '#src/kit/desk/columns.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { type View, Views } from '#src/kit/desk/screen-views.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { addresses, formAt } from '../addresses.ts';
import { GrantList } from '../grant/list.tsx';
import { useWaiting } from '../grant/use-grants.ts';

/** 账号中心: the accounts, and beside them the rights that wait for a second person's approval (amendments E). */
export function Screen() {
  const [params] = useSearchParams();
  const waiting = useWaiting();
  if (params.get('view') !== 'grants') return <Accounts waiting={waiting} />;
  return (
    <PageFrame title="账号中心">
      <Views open={addresses.grants} views={viewsOf(waiting.total)} />
      <GrantList />
    </PageFrame>
  );
}

const viewsOf = (waiting: number): View[] => [
  { at: addresses.staff, words: '账号' },
  { at: addresses.grants, words: '待审批授权', count: waiting },
];

// The list is read off tables that others write (`view`); adding and switching are calls of the account itself.
const accounts: AnyDefinition = {
  ...staff,
  calls: { ...staff.calls, add: ['add', adminCalls.add.access], status: ['status', adminCalls.status.access] },
};

// Who somebody is, where, and what they may do stand in view at 1440 pixels; how to reach them comes after.
const leading = narrowed({ nickname: 110, username: 110, main_organize_id: 190, role_names: 190, rank_id: 80 });
const trailing = narrowed({ status: 80, mobile: 124, job_no: 100, last_login_at: 150 });

function narrowed(widths: Readonly<Record<string, number>>): Column[] {
  return columnsOf(accounts, Object.keys(widths)).map((column) => ({ ...column, width: widths[column.name] ?? 0 }));
}

function Accounts({ waiting }: { waiting: ReturnType<typeof useWaiting> }) {
  const navigate = useNavigate();
  const mayEdit = useMayUse()(adminCalls.edit.access);
  const switches = useSwitchActions(accounts);
  const asked: Column = {
    name: 'grant',
    label: '授权',
    width: 92,
    render: (row) =>
      waiting.people.has(row.id) && (
        <Link to={addresses.grants} title="有授权等待另一人审批">
          <StatusTag tone="waiting">待审批</StatusTag>
        </Link>
      ),
  };
  return (
    <ListPage
      definition={accounts}
      title="账号中心"
      columns={[...leading, asked, ...trailing]}
      newAt={addresses.staffForm}
      openAt={(row) => formAt(addresses.staffForm, row.id)}
      rowActions={(row) => [
        ...(mayEdit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(formAt(addresses.staffForm, row.id)) }]
          : []),
        ...switches.rowActions(row),
      ]}
      batchActions={(list) => switches.batchActions(list.selection)}
      slots={{
        above: (
          <>
            <Views open={addresses.staff} views={viewsOf(waiting.total)} />
            {switches.notice}
          </>
        ),
      }}
    />
  );
}
