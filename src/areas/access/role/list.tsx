import { useNavigate } from 'react-router-dom';
import { role, roleCalls } from '#contract/areas/access/role.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { addresses, formAt } from '../addresses.ts';
import { useRoleSwitch } from './use-role-switch.tsx';

/** Roles: the built-in ones, which follow the product's version and are copied, and the company's own. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const switches = useRoleSwitch();
  const go = (address: string) => void navigate(address);
  return (
    <ListPage
      definition={role}
      newAt={addresses.roleForm}
      openAt={(row) => formAt(addresses.roleForm, row.id)}
      rowActions={(row) => [
        {
          key: 'open',
          label: mayUse(roleCalls.edit.access) ? '编辑' : '查看',
          run: () => go(formAt(addresses.roleForm, row.id)),
        },
        ...(mayUse(roleCalls.add.access)
          ? [{ key: 'copy', label: '复制', run: () => go(`${addresses.roleForm}?from=${row.id}`) }]
          : []),
        ...switches.actionOf(row),
      ]}
      slots={{ above: switches.notice }}
    />
  );
}
