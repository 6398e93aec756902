import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { lossDispose } from '../finance/loss-calls.ts';
import { duesCall } from '../settlement/dues.ts';
import { statement } from '../settlement/statement.ts';
import { accountPeriod, periodCalls } from './account-period.ts';
import { inoutWater } from './inout-water.ts';
import { overviewCall, overviewReport } from './overview.ts';
import { places } from './places.ts';
import { incontReport, stockBalanceReport } from './stock-reports.ts';

/** Balances by day and month, reports over them, the closing of periods and the overview. */
export const reports: Area = {
  name: 'reports',
  label: '经营报表',
  definitions: [accountPeriod, inoutWater],
  places,
  menu: {
    screens: [
      {
        group: '/data',
        order: 1,
        route: '/overview/addOerview',
        name: '经营概况',
        opens: [overviewCall.access],
        keys: [overviewCall.access, overviewReport.call.access],
      },
      {
        group: '/storage',
        order: 4,
        route: '/storage/stockbalanceList',
        name: '库存结存',
        opens: [stockBalanceReport.call.access],
        keys: [stockBalanceReport.call.access, stockBalanceReport.file.access, periodCalls.snapshot.access],
      },
      {
        group: '/finance',
        order: 0,
        route: '/ops/finance',
        name: '财务看板',
        opens: [duesCall.access, periodCalls.openPeriods.access],
        keys: [duesCall.access, periodCalls.openPeriods.access, ...listOf(statement)],
      },
      {
        group: '/finance',
        order: 9,
        route: '/finance/incontList',
        name: '进销存报表',
        opens: [incontReport.call.access, ...listOf(accountPeriod)],
        keys: [incontReport.call.access, lossDispose.access, ...keysOf(accountPeriod), ...keysOfCalls(periodCalls)],
      },
      {
        group: '/finance',
        order: 10,
        route: '/finance/inoutWater',
        name: '出入库财务流水',
        opens: listOf(inoutWater),
        keys: keysOf(inoutWater),
      },
    ],
  },
  roles: {
    whsMgr: 'StockBalance:view,snapshot,export',
    fin: 'StockBalance:view,export,incontView,periodView; Overview:view',
    goodsMgr: 'Overview:view',
    buyMgr: 'Overview:view',
    district: 'Overview:view',
    shopMgr: 'Overview:view',
    mkt: 'Overview:view',
    finMgr: 'StockBalance:*',
  },
};
