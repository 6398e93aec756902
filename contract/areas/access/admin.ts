import { person, recordFields } from '../../kit/base-fields.ts';
import { command, query } from '../../kit/call.ts';
import type { Detailed, Listed, Saved } from '../../kit/calls.ts';
import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { mobilePattern } from '../../kit/kinds/mobile.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { onOff } from '../enums.ts';
import type { AppType } from './app-type.ts';
import { dataRole } from './data-role.ts';
import type { Granted, GrantRequest } from './grant.ts';
import { organize } from './organize.ts';
import { rank } from './rank.ts';
import { role } from './role.ts';

/**
 * A person's account (domain.md §3.1). The list is `staff`; here is what is saved, and what selects offer: the account
 * name beside the name, and the status that keeps closed accounts and the installation's own out of the offer. The
 * password is no field: it is sent beside the record and never read.
 */
export const admin = entity('admin', {
  ...person,
  hint: 'username',
  fields: {
    username: text('账号', {
      required: true,
      unique: true,
      most: 32,
      pattern: { regex: /^\w{3,32}$/, words: '账号应为 3 到 32 位字母、数字或下划线' },
    }),
    nickname: text('姓名', { required: true }),
    job_no: text('工号', { unique: true, most: 32 }),
    mobile: text('手机号', { most: 11, pattern: mobilePattern }),
    rank_id: reference(() => rank, '职级'),
    main_organize_id: reference(() => organize, '主组织', { required: true }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
    must_change_password: flag('首次登录改密', { derived: true }),
    last_login_at: time('最近登录', { derived: true }),
  },
  scope: { organize: 'main_organize_id' },
});

/** The people as their list shows them: the account with what it holds, read off the tables that say so. */
export const staff = entity('staff', {
  label: '员工账号',
  service: 'acl',
  group: '/v1/admin',
  title: 'nickname',
  hint: 'username',
  view: true,
  fields: {
    ...admin.fields,
    /** The main one among them. */
    organize_ids: references(() => organize, '所属组织'),
    role_ids: references(() => role, '角色'),
    role_names: text('角色名称', { derived: true, most: 500 }),
    data_role_ids: references(() => dataRole, '数据角色'),
    created_at: recordFields.created_at,
  },
  // The filters `role_id` and `organize_id` of domain/api.csv are answered too, as one id of `role_ids`, `organize_ids`.
  calls: { list: ['index', 'admin:view'] },
  list: {
    columns: [
      'username',
      'nickname',
      'job_no',
      'mobile',
      'rank_id',
      'main_organize_id',
      'role_names',
      'status',
      'last_login_at',
    ],
    filters: ['rank_id', 'role_ids', 'organize_ids', 'status'],
    search: ['username', 'nickname', 'job_no', 'mobile'],
    sort: ['id', 'username', 'nickname', '-last_login_at', '-created_at'],
  },
  scope: { organize: 'main_organize_id' },
});

export type StaffRow = Listed<typeof staff>;

/** What is sent to add a person. The password must be changed at the first sign-in; rights wait for approval. */
export interface AdminAdd {
  username: string;
  nickname: string;
  password: string;
  main_organize_id: number;
  job_no?: string | null;
  mobile?: string | null;
  rank_id?: number | null;
  /** Besides the main one, which is always among them. */
  organize_ids?: number[];
  role_ids?: number[];
  data_role_ids?: number[];
}

/**
 * What is sent to edit: what is left out stays, lists are sent whole. What is taken away goes at once; what is added
 * waits for approval. `reset_password` is a new first password: every session ends and it must be changed.
 */
export type AdminEdit = { id: number; version: number; reset_password?: string } & Partial<Omit<AdminAdd, 'password'>>;

export interface AdminInfo {
  admin: Detailed<typeof admin>;
  role_ids: number[];
  /** The main one among them. */
  organize_ids: number[];
  data_role_ids: number[];
  /** Requests about this person that wait for a decision. */
  grants: GrantRequest[];
  /** It is the caller's own account: rights and status are somebody else's to change. */
  own: boolean;
}

/** A person as an organisation lists them. */
export interface Member {
  id: number;
  username: string;
  nickname: string;
  /** Null also for who may look at neither people nor organisations. */
  mobile: string | null;
  status: number;
  rank_id: number | null;
  rank_id__title: string | null;
  main_organize_id: number | null;
  main_organize_id__title: string | null;
}

export const adminCalls = {
  appTypes: query<Record<string, never>, { data: { app_type: AppType; name: string }[] }>({
    service: 'acl',
    path: '/v1/admin/appTypes',
    access: 'login',
  }),
  add: command<AdminAdd, Saved & Granted>({
    service: 'acl',
    path: '/v1/admin/add',
    access: 'admin:add',
    secret: ['password'],
  }),
  edit: command<AdminEdit, Saved & Granted>({
    service: 'acl',
    path: '/v1/admin/edit',
    access: 'admin:edit',
    secret: ['reset_password'],
  }),
  info: query<{ id: number }, AdminInfo>({ service: 'acl', path: '/v1/admin/info', access: 'admin:view' }),
  ranks: query<Record<string, never>, { data: { id: number; name: string; code: string; order: number }[] }>({
    service: 'acl',
    path: '/v1/admin/ranks',
    access: 'login',
  }),
  /** People in use who belong to an organisation, or to it and everything below it (`with_children: 1`). */
  organizeAdmins: query<{ organize_id: number; with_children?: 0 | 1 }, { list: Member[]; total: number }>({
    service: 'acl',
    path: '/v1/admin/organizeAdmins',
    access: 'login',
  }),
  /** Names by id; ids of nobody are left out. */
  idtoname: query<{ ids: number[] }, { data: Record<string, string> }>({
    service: 'acl',
    path: '/v1/admin/idtoname',
    access: 'login',
  }),
  /** The roles of a person; without `admin:view` the caller's own alone. */
  roles: query<{ admin_id: number }, { data: { id: number; name: string; code: string; status: number }[] }>({
    service: 'acl',
    path: '/v1/admin/roles',
    access: 'login',
  }),
  /** Switches accounts on or off; off ends their sessions by force. */
  status: command<{ id?: number; ids?: number[]; status: number }, { count: number }>({
    service: 'acl',
    path: '/v1/admin/status',
    access: 'admin:status',
  }),
};
