import type { RouteRow } from '#src/engine/route-row.ts';

/** Access control: accounts, roles, the organisation (specification §2). */
export const routes: readonly RouteRow[] = [
  {
    path: '/admin/accounCenter',
    title: '账号中心',
    needLogin: true,
    keepAlive: false,
    lists: 'staff',
    screen: () => import('./staff/list.tsx'),
  },
  {
    path: '/admin/addStaf',
    title: '新增/编辑员工',
    needLogin: true,
    keepAlive: false,
    under: '/admin/accounCenter',
    screen: () => import('./staff/form.tsx'),
  },
  {
    path: '/admin/roleList',
    title: '角色列表',
    needLogin: true,
    keepAlive: false,
    lists: 'role',
    screen: () => import('./role/list.tsx'),
  },
  {
    path: '/admin/addRole',
    title: '新增/编辑角色',
    needLogin: true,
    keepAlive: false,
    under: '/admin/roleList',
    screen: () => import('./role/form.tsx'),
  },
  {
    path: '/admin/originNal',
    title: '组织架构',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./organize/page.tsx'),
  },
  {
    path: '/admin/addOrigin',
    title: '新增/编辑组织',
    needLogin: true,
    keepAlive: false,
    under: '/admin/originNal',
    screen: () => import('./organize/form.tsx'),
  },
];
