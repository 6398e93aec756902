import { useNavigate, useSearchParams } from 'react-router-dom';
import { dataRole } from '#contract/areas/access/data-role.ts';
import { role, roleCalls } from '#contract/areas/access/role.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { type View, Views } from '#src/kit/desk/screen-views.tsx';
import { addresses, formAt } from '../addresses.ts';
import { DataRoles } from './data-roles.tsx';
import { useRoleSwitch } from './use-role-switch.tsx';

/** 角色列表: the roles, and beside them the data roles that say which part of the data somebody sees. */
export function Screen() {
  const [params] = useSearchParams();
  return params.get('view') === 'data' ? (
    <DataRoles views={<Views open={addresses.dataRoles} views={views} />} />
  ) : (
    <Roles />
  );
}

const views: readonly View[] = [
  { at: addresses.roles, words: role.label },
  { at: addresses.dataRoles, words: dataRole.label },
];

/** Roles: the built-in ones, which follow the product's version and are copied, and the company's own. */
function Roles() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const switches = useRoleSwitch(role, roleCalls.status);
  const go = (address: string) => void navigate(address);
  return (
    <ListPage
      definition={role}
      title="角色列表"
      newAt={addresses.roleForm}
      openAt={(row) => formAt(addresses.roleForm, row.id)}
      rowActions={(row) => [
        {
          key: 'open',
          label: mayUse(roleCalls.edit.access) ? '编辑' : '查看',
          run: () => go(formAt(addresses.roleForm, row.id)),
        },
        ...(mayUse(roleCalls.add.access)
          ? [{ key: 'copy', label: '复制新建', run: () => go(`${addresses.roleForm}?from=${row.id}`) }]
          : []),
        ...switches.actionOf(row),
      ]}
      slots={{
        above: (
          <>
            <Views open={addresses.roles} views={views} />
            {switches.notice}
          </>
        ),
      }}
    />
  );
}
