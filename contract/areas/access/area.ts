import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { adminCalls, staff } from './admin.ts';
import { limitedRole } from './data-limits.ts';
import { grantCalls } from './grant.ts';
import { organize, organizeCalls } from './organize.ts';
import { places } from './places.ts';
import { rank } from './rank.ts';
import { role, roleCalls } from './role.ts';

/** Accounts, roles, the organisation. */
export const access: Area = {
  name: 'access',
  label: '权限管理',
  definitions: [organize, rank, limitedRole, role, staff],
  places,
  menu: {
    groups: [{ url: '/admin', name: '权限管理', order: 15, style: 'admin' }],
    screens: [
      {
        group: '/admin',
        order: 1,
        route: '/admin/accounCenter',
        name: '账号中心',
        opens: listOf(staff),
        keys: [...keysOf(staff), ...keysOfCalls({ ...adminCalls, decide: grantCalls.decide.admin })],
      },
      {
        group: '/admin',
        order: 2,
        route: '/admin/roleList',
        name: '角色列表',
        opens: listOf(role),
        keys: [...keysOf(role), ...keysOfCalls({ ...roleCalls, decide: grantCalls.decide.role })],
      },
      {
        group: '/admin',
        order: 3,
        route: '/admin/originNal',
        name: '组织架构',
        opens: listOf(organize),
        keys: [...keysOf(organize), ...keysOfCalls({ ...organizeCalls, decide: grantCalls.decide.organize })],
      },
    ],
  },
  newForms: [
    { order: 70, route: '/admin/addStaf', name: staff.label, access: adminCalls.add.access },
    { order: 80, route: '/admin/addRole', name: role.label, access: role.calls.add?.[1] },
    { order: 90, route: '/admin/addOrigin', name: organize.label, access: organize.calls.add?.[1] },
  ],
  roles: {
    it: 'admin:*; role:*; organize:*',
    hr: 'admin:*; role:view; organize:*',
  },
};
