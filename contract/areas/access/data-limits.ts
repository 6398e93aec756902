import { command } from '../../kit/call.ts';
import { type AnyDefinition, entity } from '../../kit/definition.ts';
import type { Field } from '../../kit/field.ts';
import { references } from '../../kit/kinds/reference.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { type DataDimension, dataDimensions, dataRole } from './data-role.ts';
import { organize } from './organize.ts';
import type { RoleStatus } from './role.ts';

type DimensionName = (typeof dataDimensions)[DataDimension]['scope'];

const targets: Readonly<Record<DimensionName, () => AnyDefinition>> = {
  organize: () => organize,
  warehouse: () => warehouse,
  shop: () => shop,
  supplier: () => supplier,
  brand: () => brand,
  category: () => category,
};

/** The dimensions of data scope by code, ascending. */
export const dimensionCodes = Object.keys(dataDimensions).map(Number) as DataDimension[];

/** Name of the field that limits a dimension. */
export const limitName = (code: DataDimension): `${DimensionName}_ids` => `${dataDimensions[code].scope}_ids`;

/** What a dimension is of. */
export const limitTarget = (code: DataDimension): AnyDefinition => targets[dataDimensions[code].scope]();

/** One field for each dimension: the records somebody may see; none means all. */
export const limitFields = Object.fromEntries(
  dimensionCodes.map((code) => {
    const { scope, label } = dataDimensions[code];
    return [limitName(code), references(targets[scope], label)];
  }),
) as Record<`${DimensionName}_ids`, Field<number[]>>;

/**
 * A data role with what it limits, as it is made and kept; `dataRole` is how others refer to it. Whoever holds one sees what
 * all its limits let through (domain.md §10.3). The calls are ours: the specification lists data roles and names no way to make one.
 */
export const limitedRole = entity('dataRole', {
  ...dataRole,
  fields: {
    name: dataRole.fields.name,
    app_type: { ...dataRole.fields.app_type, derived: true },
    remark: dataRole.fields.remark,
    ...limitFields,
    status: dataRole.fields.status,
  },
  calls: {
    ...dataRole.calls,
    list: ['dataRoleIndex', 'role:view'],
    detail: ['dataRoleInfo', 'role:view'],
    add: ['dataRoleAdd', 'role:add'],
    edit: ['dataRoleEdit', 'role:edit'],
    status: ['dataRoleStatus', 'role:status'],
  },
  list: {
    columns: ['name', ...dimensionCodes.map(limitName), 'remark', 'status', 'updated_at'],
    filters: ['status'],
    search: ['name'],
    sort: ['id', 'name', '-updated_at'],
  },
});

/** A switch of data roles; asks first when people would lose what they see, as that of roles does. */
export const switchDataRole = command<RoleStatus, { count: number }>({
  service: 'acl',
  path: '/v1/role/dataRoleStatus',
  access: 'role:status',
});
