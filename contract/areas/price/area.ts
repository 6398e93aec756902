import type { Area } from '../../kit/area.ts';
import { salePrice } from './sale-price.ts';

/** What goods are sold and bought at. */
export const price: Area = {
  name: 'price',
  label: '价格管理',
  definitions: [salePrice],
  roles: {
    goods: 'price:view,add,modify,submit,cancel,export',
    goodsMgr: 'price:departmentAudit,commodityAudit',
    buyer: 'price:view; PurchasePrice:view,add,edit,submit,cancel,export',
    buyMgr: 'price:departmentAudit; PurchasePrice:departmentAudit',
    fin: 'price:view; PurchasePrice:view,export',
    finMgr: 'price:financeAudit; PurchasePrice:financeAudit',
    district: 'price:view,add,modify,submit,cancel,districtAudit',
    shopMgr: 'price:view,add,modify,submit,cancel',
  },
};
