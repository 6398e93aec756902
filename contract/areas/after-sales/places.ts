import type { Places } from '../../kit/place.ts';

export const places: Places = {
  orderService: { list: '/addorders/serviceList', record: '/addorders/serviceDetals?id={id}' },
  orderRefund: { list: '/addorders/moneyList', record: '/addorders/moneyDetals?id={id}' },
  invoiceApply: { list: '/addorders/applyInvoice', record: '/addorders/applyInvoice?id={id}' },
};
