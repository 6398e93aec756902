import { person } from '../../kit/base-fields.ts';
import { command, query } from '../../kit/call.ts';
import type { Detailed } from '../../kit/calls.ts';
import { type Definition, entity } from '../../kit/definition.ts';
import type { Choices } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import type { Member } from './admin.ts';
import type { DataDimension } from './data-role.ts';
import type { Granted, GrantRequest } from './grant.ts';

/** Kinds of organisation (domain.md §2 organize_type). */
export const organizeTypes = { 1: '公司', 2: '部门', 3: '区域', 4: '门店', 5: '仓库' } as const satisfies Choices;

/** Levels the tree may have. */
export const organizeLevels = 10;

/**
 * A node of the organisation tree (domain.md §3.1, §13.1). `path` holds the ids from the root: `1/5/17`. An edit with
 * `parent_id` and `order` is what dragging sends.
 */
export const organize: Definition = entity('organize', {
  label: '组织',
  service: 'acl',
  group: '/v1/organize',
  title: 'name',
  hint: 'code',
  fields: {
    parent_id: reference(() => organize, '上级组织'),
    name: text('组织名称', { required: true }),
    code: text('组织编码', { required: true, unique: true, most: 32 }),
    type: choice('组织类型', organizeTypes, { initial: 2 }),
    leader_id: reference(() => person, '负责人'),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
    path: text('层级路径', { derived: true, most: 400 }),
  },
  calls: {
    list: ['index', 'organize:view'],
    options: ['options', 'login'],
    add: ['add', 'organize:add'],
    edit: ['edit', 'organize:edit'],
    status: ['status', 'organize:status'],
  },
  list: {
    columns: ['name', 'code', 'parent_id', 'type', 'leader_id', 'order', 'status'],
    filters: ['parent_id', 'type', 'status'],
    search: ['name', 'code'],
    sort: ['order'],
  },
  scope: { organize: 'id' },
});

export interface OrganizeNode {
  id: number;
  version: number;
  parent_id: number | null;
  name: string;
  code: string;
  type: number;
  leader_id: number | null;
  leader_id__title: string | null;
  order: number;
  status: number;
  path: string;
  /** Enabled people who belong to it, those further down not counted. */
  admin_count: number;
  /** It carries data limits of its own. */
  limited: boolean;
  children: OrganizeNode[];
}

/** A limit that an organisation puts on the data of its people and of those below it. */
export interface DataLimit {
  dimension: DataDimension;
  name: string;
  value_ids: number[];
  values: { id: number; title: string }[];
}

/** The limits of one organisation, and its version when they were these. */
export interface DataLimits {
  list: DataLimit[];
  total: number;
  version: number;
}

/** Limits to set, whole. */
export interface SetLimits {
  organize_id: number;
  /** Of the organisation whose limits were read; the specification's call has none, so a caller may leave it out. */
  version?: number | undefined;
  items: { dimension: DataDimension; value_ids: number[] }[];
}

export const organizeCalls = {
  /** The tree as far as the caller may see it; `status` keeps those with it and what they hang on. */
  tree: query<{ status?: number }, { data: OrganizeNode[] }>({
    service: 'acl',
    path: '/v1/organize/tree',
    access: 'login',
  }),
  info: query<{ id: number }, { organize: Detailed<typeof organize>; grants: GrantRequest[] }>({
    service: 'acl',
    path: '/v1/organize/info',
    access: 'organize:view',
  }),
  /** Ids from the root down to the parent; empty for a root. */
  parentIds: query<{ id: number }, { data: number[] }>({
    service: 'acl',
    path: '/v1/organize/parentIds',
    access: 'login',
  }),
  /** People who belong to it, whatever their status. */
  admins: query<{ organize_id: number; page?: number; page_size?: number }, { list: Member[]; total: number }>({
    service: 'acl',
    path: '/v1/organize/admins',
    access: 'organize:view',
  }),
  /** Switches organisations on or off. */
  status: command<{ id?: number; ids?: number[]; status: number }, { count: number }>({
    service: 'acl',
    path: '/v1/organize/status',
    access: 'organize:status',
  }),
  /** The limits of the organisation's own. */
  dataList: query<{ organize_id: number }, DataLimits>({
    service: 'acl',
    path: '/v1/organize/dataList',
    access: 'organize:view',
  }),
  /**
   * Sets the limits, whole. An empty `value_ids`, or a dimension that is left out, does not limit. What narrows holds
   * at once; what widens waits for approval. With a `version` it is refused where somebody has changed the organisation
   * or its limits since.
   */
  addData: command<SetLimits, Granted>({
    service: 'acl',
    path: '/v1/organize/addData',
    access: 'organize:addData',
  }),
};
