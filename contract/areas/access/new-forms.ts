import { type Access, query } from '../../kit/call.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import { stockAdjustment } from '../warehouse/stock-adjustment.ts';
import { stocktaking } from '../warehouse/stocktaking.ts';
import { adminCalls, staff } from './admin.ts';
import { organize } from './organize.ts';
import { role } from './role.ts';

/** A form for something new, as the command palette offers it. */
export interface NewForm {
  readonly route: `/${string}`;
  readonly name: string;
}

/** Every form for something new that has a page of its own, and the key of its save. */
export const newForms: readonly (NewForm & { readonly access: Access | undefined })[] = [
  { route: '/storage/addstockTak', name: stocktaking.label, access: stocktaking.calls.add?.[1] },
  { route: '/storage/stockAdjustmentDet', name: stockAdjustment.label, access: stockAdjustment.calls.add?.[1] },
  { route: '/shops/brandNew', name: brand.label, access: brand.calls.add?.[1] },
  { route: '/shops/categaryAdd', name: category.label, access: category.calls.add?.[1] },
  { route: '/basicbox/addMd', name: shop.label, access: shop.calls.add?.[1] },
  { route: '/basicbox/addCk', name: warehouse.label, access: warehouse.calls.add?.[1] },
  { route: '/admin/addStaf', name: staff.label, access: adminCalls.add.access },
  { route: '/admin/addRole', name: role.label, access: role.calls.add?.[1] },
  { route: '/admin/addOrigin', name: organize.label, access: organize.calls.add?.[1] },
];

/** Those that the person who asks may save. */
export const newFormsCall = query<Record<string, never>, { list: NewForm[] }>({
  service: 'acl',
  path: '/v1/index/newForms',
  access: 'login',
});
