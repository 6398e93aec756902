import type { RouteRow } from '#src/engine/route-row.ts';

/** Unique codes of pieces (specification §2 Warehouse). */
export const routes: readonly RouteRow[] = [
  {
    path: '/storage/order_control/order_control',
    title: '订单管控(制码单)',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./code-order.tsx'),
  },
  {
    path: '/storage/order_control/codeList',
    title: '唯一码列表',
    needLogin: true,
    keepAlive: false,
    under: '/storage/order_control/order_control',
    lists: 'uniqueCode',
    screen: () => import('./code-list.tsx'),
  },
  {
    path: '/storage/order_control/code_record',
    title: '唯一码记录',
    needLogin: true,
    keepAlive: false,
    under: '/storage/order_control/order_control',
    lists: 'codeRecord',
    screen: () => import('./code-record.tsx'),
  },
  {
    path: '/storage/uploadCodeFile',
    title: '上传码文件',
    needLogin: true,
    keepAlive: false,
    under: '/storage/order_control/order_control',
    screen: () => import('./code-files.tsx'),
  },
  {
    path: '/storage/codeReturnList',
    title: '退码单列表',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./code-return.tsx'),
  },
  {
    path: '/storage/goodsPool',
    title: '唯一码货池',
    needLogin: true,
    keepAlive: false,
    lists: 'goodsPool',
    screen: () => import('./pool.tsx'),
  },
  {
    path: '/storage/goodsPooltrack',
    title: '货池追踪',
    needLogin: true,
    keepAlive: false,
    under: '/storage/goodsPool',
    screen: () => import('./track.tsx'),
  },
  {
    path: '/storage/inwaredetaLists',
    title: '入库明细(唯一码)',
    needLogin: true,
    keepAlive: false,
    lists: 'inWareCode',
    screen: () => import('./in-ware-codes.tsx'),
  },
];
