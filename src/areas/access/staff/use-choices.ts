import { admin, adminCalls } from '#contract/areas/access/admin.ts';
import { dataRole, dataRoleCalls } from '#contract/areas/access/data-role.ts';
import { role, roleCalls } from '#contract/areas/access/role.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRead } from '#src/engine/use-read.ts';

/** An entry of a select; `rests` says why it cannot be taken. */
export interface Choice {
  readonly value: number;
  readonly label: string;
  readonly hint: string | null;
  readonly rests?: string;
}

/** Roles to choose from, under the application they belong to. Nobody gives a role that holds more than they do. */
export function useRoleChoices(): { label: string; options: Choice[] }[] {
  const apps = useRead({ key: keysOf(admin).options({ apps: true }) }, adminCalls.appTypes, { input: {} });
  const roles = useRead({ key: keysOf(role).options({}) }, roleCalls.options, { input: {} });
  const options = (roles.value?.data ?? []).map(({ id, name, code, grantable }) => ({
    value: id,
    label: name,
    hint: code,
    ...(grantable ? {} : { rests: '您没有此角色的全部权限，不能授予' }),
  }));
  // There is one application; with a second one each asks for its own.
  return (apps.value?.data ?? []).slice(0, 1).map((app) => ({ label: app.name, options }));
}

/** Data roles in use, with what each limits in words. */
export function useDataRoleChoices(): Choice[] {
  const { value: data } = useRead({ key: keysOf(dataRole).options({}) }, dataRoleCalls.options, { input: {} });
  return (data?.data ?? []).map(({ id, name, permissions }) => ({
    value: id,
    label: name,
    hint:
      permissions.length === 0 ? '不限' : permissions.map((one) => `${one.name} ${one.value_ids.length} 项`).join('、'),
  }));
}

/** Ranks in their order. */
export function useRankChoices(): Choice[] {
  const { value: data } = useRead({ key: keysOf(admin).options({ ranks: true }) }, adminCalls.ranks, { input: {} });
  return (data?.data ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code }));
}

/** Names of the roles a person has, those out of use too, which the choices leave out. */
export function useHeldRoles(adminId: number | undefined): Readonly<Record<number, string>> {
  const { value: data } = useRead({ key: [...keysOf(admin).detail(adminId), 'roles'] }, adminCalls.roles, {
    input: { admin_id: adminId ?? 0 },
    when: adminId !== undefined,
  });
  return Object.fromEntries(
    (data?.data ?? []).map(({ id, name, status }) => [id, status === 1 ? name : `${name}（停用）`]),
  );
}
