import { entity, usualCalls } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { mobile } from '../../kit/kinds/mobile.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** logistics_type of domain.md §2. */
const logisticsType = { 1: '快递', 2: '零担物流', 3: '自有车队' } as const;

/** A company that carries goods, or the company's own lorries (domain.md §3.4). */
export const logistics = entity('logistics', {
  label: '物流公司',
  group: '/v1/logistics',
  title: 'name',
  hint: 'code',
  fields: {
    code: text('物流编码', {
      required: true,
      unique: true,
      most: 16,
      pattern: { regex: /^[0-9A-Za-z_-]+$/, words: '物流编码由字母、数字、横线或下划线组成' },
    }),
    name: text('物流名称', { required: true, unique: true }),
    type: choice('类型', logisticsType, { required: true }),
    contact: text('联系人'),
    mobile: mobile('联系电话'),
    // Opened from a waybill: an address of another kind could run in the page.
    query_url: text('查询网址', {
      most: 200,
      pattern: { regex: /^https?:\/\/[^\s/]+\.[^\s]+$/, words: '请输入以 http:// 或 https:// 开头的网址' },
    }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: usualCalls('logistics'),
  list: {
    columns: ['code', 'name', 'type', 'contact', 'mobile', 'query_url', 'status', 'updated_at'],
    filters: ['type', 'status'],
    offers: ['type'],
    search: ['name', 'code'],
    sort: ['code', 'name', '-updated_at'],
  },
});
