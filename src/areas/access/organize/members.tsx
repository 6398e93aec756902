import { Switch } from 'antd';
import { useId, useState } from 'react';
import { admin, adminCalls, type Member } from '#contract/areas/access/admin.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

/** The people of an organisation, with those of everything below it or without. */
export function Members({ id }: { id: number }) {
  const switchId = useId();
  const [deep, setDeep] = useState(true);
  const {
    value: data,
    loading,
    refreshing,
    ...reading
  } = useRead({ key: keysOf(admin).list({ organize: id, deep }) }, adminCalls.organizeAdmins, {
    input: { organize_id: id, with_children: deep ? 1 : 0 },
  });
  return (
    <Content of={reading}>
      <DataTable<Row & Member>
        name="organize-members"
        label="成员"
        columns={columns}
        rows={(data?.list ?? []) as (Row & Member)[]}
        loading={loading}
        busy={refreshing}
        lead={
          <div className="organize-members-head">
            <h2>{`成员 ${data?.total ?? ''}`}</h2>
            <label htmlFor={switchId}>
              <Switch id={switchId} size="small" checked={deep} onChange={setDeep} />
              含下级组织
            </label>
          </div>
        }
      />
    </Content>
  );
}

const columns: Column<Row & Member>[] = [
  { name: 'nickname', label: admin.fields.nickname.label, width: 120, render: (row) => row.nickname },
  { name: 'username', label: admin.fields.username.label, width: 130, render: (row) => row.username },
  { name: 'mobile', label: admin.fields.mobile.label, width: 130, render: (row) => row.mobile },
  { name: 'rank_id', label: admin.fields.rank_id.label, width: 90, render: (row) => row.rank_id__title },
  {
    name: 'main_organize_id',
    label: admin.fields.main_organize_id.label,
    width: 180,
    render: (row) => row.main_organize_id__title,
  },
];
