import { admin, adminCalls } from '#contract/areas/access/admin.ts';
import { dataRole, dataRoleCalls } from '#contract/areas/access/data-role.ts';
import { role, roleCalls } from '#contract/areas/access/role.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRead } from '../use-read.ts';

/** An entry of a select; `rests` says why it cannot be taken. */
export interface Choice {
  readonly value: number;
  readonly label: string;
  readonly hint: string | null;
  readonly rests?: string;
}

/** Roles to choose from, under the application they belong to. Nobody gives a role that holds more than they do. */
export function useRoleChoices(): { label: string; options: Choice[] }[] {
  const apps = useRead(adminCalls.appTypes, {}, { key: keysOf(admin).options({ apps: true }) });
  const roles = useRead(roleCalls.options, {}, { key: keysOf(role).options({}) });
  const options = (roles.data?.data ?? []).map(({ id, name, code, grantable }) => ({
    value: id,
    label: name,
    hint: code,
    ...(grantable ? {} : { rests: '您没有此角色的全部权限，不能授予' }),
  }));
  // There is one application; with a second one each asks for its own.
  return (apps.data?.data ?? []).slice(0, 1).map((app) => ({ label: app.name, options }));
}

/** Data roles in use, with what each limits in words. */
export function useDataRoleChoices(): Choice[] {
  const { data } = useRead(dataRoleCalls.options, {}, { key: keysOf(dataRole).options({}) });
  return (data?.data ?? []).map(({ id, name, permissions }) => ({
    value: id,
    label: name,
    hint:
      permissions.length === 0 ? '不限' : permissions.map((one) => `${one.name} ${one.value_ids.length} 项`).join('、'),
  }));
}

/** Ranks in their order. */
export function useRankChoices(): Choice[] {
  const { data } = useRead(adminCalls.ranks, {}, { key: keysOf(admin).options({ ranks: true }) });
  return (data?.data ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code }));
}

/** Names of the roles a person has, those out of use too, which the choices leave out. */
export function useHeldRoles(adminId: number | undefined): Readonly<Record<number, string>> {
  const { data } = useRead(
    adminCalls.roles,
    { admin_id: adminId ?? 0 },
    { key: [...keysOf(admin).detail(adminId), 'roles'], enabled: adminId !== undefined },
  );
  return Object.fromEntries(
    (data?.data ?? []).map(({ id, name, status }) => [id, status === 1 ? name : `${name}（停用）`]),
  );
}
