import type { Call } from '../../kit/call.ts';
import type { AnyDefinition } from '../../kit/definition.ts';
import { maskKeys } from '../../kit/mask.ts';
import { calledSteps } from '../../kit/transition.ts';
import { brand, brandCalls } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { spu } from '../goods/spu.ts';
import { unit } from '../goods/unit.ts';
import { apiDocumentCall } from '../ops/api-document.ts';
import { auditExportCall, auditSearchCall } from '../ops/audit.ts';
import { checkRunCall, checkStateCall } from '../ops/checks.ts';
import { healthCall } from '../ops/health.ts';
import { resetSecondFactorCall, secondFactorStateCall } from '../ops/second-factor.ts';
import { endSessionsCall, openSessionsCall } from '../ops/sessions.ts';
import { setConfigCall, settingsCall } from '../ops/settings.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import { addTask } from '../tasks/calls.ts';
import { importAccesses, importKinds } from '../tasks/imports.ts';
import { importType } from '../tasks/task.ts';
import { inventoryStream } from '../warehouse/inventory-stream.ts';
import { stock } from '../warehouse/stock.ts';
import { stockAdjustment } from '../warehouse/stock-adjustment.ts';
import { stocktaking } from '../warehouse/stocktaking.ts';
import { adminCalls, staff } from './admin.ts';
import { grantCalls } from './grant.ts';
import { organize, organizeCalls } from './organize.ts';
import { rightsCall } from './rights.ts';
import { role, roleCalls } from './role.ts';

/** A leaf of the menu: a screen with everything that hangs on it (forms, details, audits, prints). */
export interface MenuScreen {
  readonly route: `/${string}`;
  readonly name: string;
  /** Permission keys of the screen and of the routes below it: what a role is given, and what the screen's buttons ask. */
  readonly keys: readonly string[];
  /** Keys of what the screen reads first; who holds none of them finds it closed, and sees no entry. */
  readonly opens: readonly string[];
}

export interface MenuGroup {
  /** Not an address: groups only open and close. `/data` also decides over the button 新建 (specification §2). */
  readonly url: `/${string}`;
  readonly name: string;
  /** Place among the groups of domain.md §10.2, so that later groups find theirs free. */
  readonly order: number;
  /** Name of an icon. */
  readonly style: string;
  readonly screens: readonly MenuScreen[];
}

/** The menu of the screens that exist (domain.md §10.2); 首页 is prepended by the browser (specification §1). */
export const menu: readonly MenuGroup[] = [
  {
    url: '/goods',
    name: '商品管理',
    order: 2,
    style: 'goods',
    screens: [
      {
        route: '/shops/addShop',
        name: '商品列表',
        opens: listOf(spu),
        keys: [...keysOf(spu, sku), importKinds[importType.goods].access],
      },
      { route: '/shops/categaryShop', name: '商品分类', opens: keysOf(category), keys: keysOf(category) },
      {
        route: '/shops/addBrands',
        name: '品牌列表',
        opens: listOf(brand),
        keys: [...keysOf(brand), brandCalls.disable.access],
      },
      { route: '/shops/addUnit', name: '计量单位', opens: listOf(unit), keys: keysOf(unit) },
    ],
  },
  {
    url: '/storage',
    name: '仓储管理',
    order: 7,
    style: 'storage',
    screens: [
      { route: '/storage/stockList', name: '库存列表', opens: listOf(stock), keys: keysOf(stock) },
      {
        route: '/storage/stockListwater',
        name: '库存流水',
        opens: listOf(inventoryStream),
        keys: keysOf(inventoryStream),
      },
      // Counting and printing are calls of their own, beside those of the document.
      {
        route: '/storage/stocktakingList',
        name: '盘点单',
        opens: listOf(stocktaking),
        keys: [...keysOf(stocktaking), 'stocktaking:count', 'stocktaking:print'],
      },
      {
        route: '/storage/stockAdjustmentList',
        name: '库存调整单',
        opens: listOf(stockAdjustment),
        keys: keysOf(stockAdjustment),
      },
    ],
  },
  {
    url: '/basic',
    name: '基础资料',
    order: 12,
    style: 'basic',
    screens: [
      { route: '/basicbox/mdList', name: '门店列表', opens: listOf(shop), keys: keysOf(shop) },
      { route: '/basicbox/ckList', name: '仓库列表', opens: listOf(warehouse), keys: keysOf(warehouse) },
    ],
  },
  {
    url: '/data',
    name: '数据中心',
    order: 13,
    style: 'data',
    screens: [
      {
        route: '/order/exportList',
        name: '导出列表',
        opens: keysOfCalls({ addTask }),
        keys: keysOfCalls({ addTask }),
      },
      { route: '/ops/import', name: '数据导入', opens: importAccesses, keys: importAccesses },
    ],
  },
  {
    url: '/admin',
    name: '权限管理',
    order: 15,
    style: 'admin',
    screens: [
      {
        route: '/admin/accounCenter',
        name: '账号中心',
        opens: listOf(staff),
        keys: [...keysOf(staff), ...keysOfCalls({ ...adminCalls, decide: grantCalls.decide.admin })],
      },
      {
        route: '/admin/roleList',
        name: '角色列表',
        opens: listOf(role),
        keys: [...keysOf(role), ...keysOfCalls({ ...roleCalls, decide: grantCalls.decide.role })],
      },
      {
        route: '/admin/originNal',
        name: '组织架构',
        opens: listOf(organize),
        keys: [...keysOf(organize), ...keysOfCalls({ ...organizeCalls, decide: grantCalls.decide.organize })],
      },
    ],
  },
  {
    url: '/ops',
    name: '运维',
    order: 17,
    style: 'ops',
    screens: [
      {
        route: '/ops/check',
        name: '账户核对',
        opens: keysOfCalls({ checkStateCall }),
        keys: keysOfCalls({ checkStateCall, checkRunCall }),
      },
      {
        route: '/ops/config',
        name: '配置',
        opens: keysOfCalls({ settingsCall }),
        keys: keysOfCalls({ settingsCall, setConfigCall }),
      },
      {
        route: '/ops/audit',
        name: '审计日志',
        opens: keysOfCalls({ auditSearchCall }),
        keys: keysOfCalls({ auditSearchCall, auditExportCall }),
      },
      {
        route: '/ops/secondFactor',
        name: '两步验证',
        opens: keysOfCalls({ secondFactorStateCall }),
        keys: keysOfCalls({ secondFactorStateCall, resetSecondFactorCall }),
      },
      {
        route: '/ops/sessions',
        name: '登录管理',
        opens: keysOfCalls({ openSessionsCall }),
        keys: keysOfCalls({ openSessionsCall, endSessionsCall }),
      },
      {
        route: '/ops/rights',
        name: '权限对比',
        opens: keysOfCalls({ rightsCall }),
        keys: keysOfCalls({ rightsCall }),
      },
      {
        route: '/ops/health',
        name: '运行状态',
        opens: keysOfCalls({ healthCall }),
        keys: keysOfCalls({ healthCall }),
      },
      {
        route: '/ops/api',
        name: '接口',
        opens: keysOfCalls({ apiDocumentCall }),
        keys: keysOfCalls({ apiDocumentCall }),
      },
    ],
  },
];

/** Does the screen open for somebody who holds these keys? Menu, start page, palette and links ask this and nothing else. */
export const mayOpen = ({ opens }: Pick<MenuScreen, 'opens'>, held: ReadonlySet<string>): boolean =>
  opens.some((key) => held.has(key));

/** The address of a leaf: two leading characters that the browser removes, then the route (specification §2). */
export const urlOf = (screen: MenuScreen): string => `/#${screen.route}`;

function listOf({ calls }: AnyDefinition): string[] {
  return calls.list ? [calls.list[1]] : [];
}

function keysOf(...definitions: AnyDefinition[]): string[] {
  const accesses = definitions.flatMap((definition) => [
    ...Object.values(definition.calls).map(([, access]) => access),
    ...calledSteps(definition).map(({ access }) => access),
    ...maskKeys(definition),
  ]);
  return [...new Set(accesses)].filter((access) => access.includes(':'));
}

function keysOfCalls(calls: Readonly<Record<string, Pick<Call, 'access'>>>): string[] {
  return [...new Set(Object.values(calls).map(({ access }) => access))].filter((access) => access.includes(':'));
}
