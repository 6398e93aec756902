import { query } from '../../kit/call.ts';
import type { Option } from '../../kit/calls.ts';
import { entity, type Scope } from '../../kit/definition.ts';
import { choice, word } from '../../kit/kinds/choice.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { type AppType, appTypes } from './app-type.ts';

/** What part of the data a person sees: its dimensions are intersected, a person's data roles are united (domain.md §10.3). */
export const dataRole = entity('dataRole', {
  label: '数据角色',
  service: 'acl',
  group: '/v1/role',
  title: 'name',
  fields: {
    app_type: word('应用类型', appTypes, { initial: 'erp' }),
    name: text('名称', { required: true, unique: true }),
    remark: prose('备注'),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: { options: ['dataRoleOptions', 'login'] },
  list: { columns: ['name', 'remark', 'status'], filters: ['status'], search: ['name'], sort: ['id'] },
});

/** The dimensions of data scope by their codes (domain.md §2 data_dimension): the words, and the name definitions use. */
export const dataDimensions = {
  1: { label: '组织', scope: 'organize' },
  2: { label: '仓库', scope: 'warehouse' },
  3: { label: '门店', scope: 'shop' },
  4: { label: '供应商', scope: 'supplier' },
  5: { label: '品牌', scope: 'brand' },
  6: { label: '分类', scope: 'category' },
} as const satisfies Record<number, { label: string; scope: keyof Scope }>;

export type DataDimension = keyof typeof dataDimensions;

/** A dimension with what the caller may choose in it. Codes are whole numbers; dimensions without records are not in the list. */
export interface DimensionOptions {
  dimension: DataDimension;
  name: string;
  options: Option[];
}

export const dataRoleCalls = {
  /** Data roles in use, with the limits of each. */
  options: query<{ app_type?: AppType }, { data: DataRoleOption[] }>({
    service: 'acl',
    path: '/v1/role/getDataRoles',
    access: 'login',
  }),
  /** What limits may name, inside the caller's own scope. */
  dimensions: query<{ app_type?: AppType }, { data: DimensionOptions[] }>({
    service: 'acl',
    path: '/v1/dataPermission/optionsByApp',
    access: 'login',
  }),
};

export interface DataRoleOption {
  id: number;
  name: string;
  remark: string | null;
  status: number;
  /** No entry for a dimension that is not limited; a data role without any sees everything. */
  permissions: { dimension: DataDimension; name: string; value_ids: number[] }[];
}
