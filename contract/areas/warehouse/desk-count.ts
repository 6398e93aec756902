import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';

/** The grid in which figures from paper are entered at a desk: one line, what was found of some goods in a zone. */
export function deskCount(zones: readonly { id: number; name: string }[]) {
  const places = Object.fromEntries(zones.map(({ id, name }) => [id, name]));
  return entity('deskCount', {
    label: '录入盘点',
    group: '/v1/stocktaking',
    title: 'counted_at',
    fields: { counted_at: time('盘点时间') },
    lines: {
      label: '实盘数量',
      fields: {
        sku_id: reference(() => sku, '货品', { required: true }),
        qty: quantity('数量', { required: true, least: 0 }),
        imperfect_type: choice('品级', imperfectType, { initial: 0 }),
        zone_id: choice('库区', places, { initial: zones[0]?.id ?? null }),
      },
    },
    calls: {},
    list: { columns: [], filters: [], search: [], sort: ['-id'] },
  });
}
