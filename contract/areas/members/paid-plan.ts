import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { discount, integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { onOff } from '../enums.ts';
import { sku } from '../goods/sku.ts';

/**
 * A plan of paid membership (domain.md §3.9): what it costs, how long it runs and what it brings. What was bought keeps the terms of its
 * day (`paidMembership`), whatever becomes of the plan. `sku_id`: the piece that is the card, where it is sold by orders.
 */
export const paidPlan = entity('paidPlan', {
  label: '付费会员方案',
  group: '/v1/userBusiness',
  title: 'name',
  fields: {
    name: text('方案名称', { required: true, unique: true, most: 32 }),
    price: money('价格', { required: true, least: 1, most: 100_000_00 }),
    days: integer('有效天数', { required: true, least: 1, most: 3650 }),
    discount_x10: discount('会员折扣'),
    rebate_rate_bp: rate('返利比例', { initial: 0, most: 5000 }),
    tax_rate_bp: rate('税率', { initial: 600 }),
    sku_id: reference(() => sku, '会员卡商品', { unique: true }),
    benefits: prose('权益说明', { required: true, most: limits.remark }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {
    list: ['paidPlanList', 'userBusiness:view'],
    detail: ['paidPlanDetail', 'userBusiness:view'],
    options: ['paidPlanOptions', 'login'],
    add: ['paidPlanSave', 'userBusiness:paidPlanSave'],
    edit: ['paidPlanSave', 'userBusiness:paidPlanSave'],
    status: ['paidPlanStatus', 'userBusiness:paidPlanSave'],
  },
  list: {
    columns: [
      'name',
      'price',
      'days',
      'discount_x10',
      'rebate_rate_bp',
      'tax_rate_bp',
      'sku_id',
      'status',
      'updated_at',
    ],
    filters: ['status'],
    offers: ['status'],
    search: ['name'],
    sort: ['name', '-price', '-updated_at'],
  },
});
