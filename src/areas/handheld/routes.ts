import type { RouteRow } from '#src/engine/route-row.ts';

/** The warehouse mode (design §8): outside the specification's addresses, open without the network. */
export const routes: readonly RouteRow[] = [
  {
    path: '/hand',
    title: '仓库模式',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./home.tsx'),
    offline: true,
  },
  {
    path: '/hand/queue',
    title: '本机未发送',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./queue.tsx'),
    offline: true,
  },
  {
    path: '/hand/sheet/:id',
    title: '盘点单',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stocktaking/sheet.tsx'),
    offline: true,
  },
  {
    path: '/hand/count/:id/:zone',
    title: '盘点',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stocktaking/count.tsx'),
    offline: true,
  },
  {
    path: '/hand/inbound/:id',
    title: '入库清点',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./inbound/receive.tsx'),
    offline: true,
  },
  {
    path: '/hand/pick/:id',
    title: '调拨拣货',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./allot/pick.tsx'),
    offline: true,
  },
  {
    path: '/hand/sign/:id',
    title: '调拨收货',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./allot/sign.tsx'),
    offline: true,
  },
  {
    path: '/hand/reader',
    title: '标签读写器',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./reader/reader.tsx'),
    offline: true,
  },
];
