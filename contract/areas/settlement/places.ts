import type { Places } from '../../kit/place.ts';

export const places: Places = {
  checkBill: { list: '/buybox/duizhangList', record: '/buybox/duizhangDetals?id={id}' },
  fine: { list: '/buybox/fakuanList', record: '/buybox/fakuanList?id={id}' },
  settleItem: { list: '/buybox/jiesuanList', record: '/buybox/jiesuanList?keyword={no}' },
  statement: { list: '/finance/statementList', record: '/finance/statementSure?id={id}' },
  payment: { list: '/finance/paymentList', record: '/finance/paymentDetails?id={id}' },
};
