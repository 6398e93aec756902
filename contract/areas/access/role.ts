import { command, query } from '../../kit/call.ts';
import type { Detailed, Saved } from '../../kit/calls.ts';
import { entity } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { type AppType, appTypes } from './app-type.ts';
import type { Granted, GrantRequest } from './grant.ts';

/**
 * What people may do (domain.md §3.1, §10.3). A built-in role's name and permissions follow the product's version
 * (`roles.ts`); data roles, remark and status are the company's.
 */
export const role = entity('role', {
  label: '角色',
  service: 'acl',
  group: '/v1/role',
  title: 'name',
  hint: 'code',
  fields: {
    app_type: word('应用类型', appTypes, { initial: 'erp' }),
    name: text('角色名称', { required: true }),
    code: text('角色编码', {
      required: true,
      unique: true,
      most: 32,
      pattern: { regex: /^[a-zA-Z]\w*$/, words: '角色编码应以字母开头，只含字母、数字和下划线' },
    }),
    built_in: flag('内置', { derived: true }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
    remark: prose('备注'),
    require_second_factor: flag('强制两步验证'),
  },
  // The server asks more of add, edit and status than a definition can say: their calls are `roleCalls`.
  calls: {
    list: ['index', 'role:view'],
    options: ['options', 'login'],
    add: ['add', 'role:add'],
    edit: ['edit', 'role:edit'],
    status: ['status', 'role:status'],
  },
  list: {
    columns: ['name', 'code', 'app_type', 'built_in', 'remark', 'status', 'updated_at'],
    filters: ['app_type', 'status'],
    search: ['name', 'code'],
    sort: ['id', 'name', '-updated_at'],
  },
});

/** What is sent to add a role. `permission_ids` are ids of the permission tree's leaves. */
export interface RoleAdd {
  app_type?: AppType;
  name: string;
  code: string;
  remark?: string | null;
  /** Who holds the role signs in with a second factor. */
  require_second_factor?: boolean;
  permission_ids?: number[];
  data_role_ids?: number[];
}

/** What is sent to edit: what is left out stays. Lists are sent whole; what they add waits for approval. */
export type RoleEdit = { id: number; version: number } & Partial<RoleAdd>;

/** A switch. `confirm: 1` after the refusal with `field: 'confirm'`, which says how many people lose it. */
export interface RoleStatus {
  id?: number;
  ids?: number[];
  status: number;
  confirm?: 1;
}

/** A node of the permission tree: group, screen, permission. Only permissions have an `id` and a `permission_key`. */
export interface PermissionNode {
  /** Unique in the whole tree, for the widget that shows it. */
  node: string;
  id: number | null;
  permission_key: string | null;
  name: string;
  /** May the caller grant it? Nobody grants what they lack. */
  grantable: boolean;
  children: PermissionNode[];
}

export interface RoleInfo {
  role: Detailed<typeof role>;
  permission_ids: number[];
  data_role_ids: number[];
  /** Enabled people who hold the role. */
  admin_count: number;
  /** Requests about this role that wait for a decision. */
  grants: GrantRequest[];
}

export const roleCalls = {
  add: command<RoleAdd, Saved>({ service: 'acl', path: '/v1/role/add', access: 'role:add' }),
  edit: command<RoleEdit, Saved & Granted>({ service: 'acl', path: '/v1/role/edit', access: 'role:edit' }),
  status: command<RoleStatus, { count: number }>({ service: 'acl', path: '/v1/role/status', access: 'role:status' }),
  info: query<{ id: number }, RoleInfo>({ service: 'acl', path: '/v1/role/info', access: 'role:view' }),
  /** Ids of the role's permissions. */
  permissions: query<{ id: number; app_type?: AppType }, { data: number[] }>({
    service: 'acl',
    path: '/v1/role/permissions',
    access: 'role:view',
  }),
  /** Roles in use, to choose from. `grantable`: the caller holds every key of it. */
  options: query<{ app_type?: AppType }, { data: RoleOption[] }>({
    service: 'acl',
    path: '/v1/role/optionsByApp',
    access: 'login',
  }),
  /** Every permission there is, under the groups and screens of the menu. */
  permissionTree: query<{ app_type?: AppType }, { data: PermissionNode[] }>({
    service: 'acl',
    path: '/v1/permission/optionsByApp',
    access: 'login',
  }),
};

export interface RoleOption {
  id: number;
  name: string;
  code: string;
  grantable: boolean;
}
