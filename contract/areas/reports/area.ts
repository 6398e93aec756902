import type { Area } from '../../kit/area.ts';

/** Balances by day and month, reports over them, the closing of periods and the overview. */
export const reports: Area = {
  name: 'reports',
  label: '经营报表',
  definitions: [],
  roles: {
    whsMgr: 'StockBalance:view,snapshot,export',
    fin: 'StockBalance:view,export,incontView,periodView',
    finMgr: 'StockBalance:*',
  },
};
