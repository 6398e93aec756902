import { sql } from 'kysely';
import { shop } from '#contract/areas/partners/shop.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { changeStatus } from '#server/kit/status.ts';
import { add, contextOf, type SeedStep } from './context.ts';
import { seedDataRoles } from './standing.ts';

/** The warehouses with their zones and the shops of the demo company (domain.md §13.2). The districts must be there. */
export async function seedCompany(step: SeedStep): Promise<void> {
  const ids = new Map<string, number>();
  for (const [no, name, type, zones, place] of warehouses) {
    const input = {
      warehouse_no: no,
      name,
      type,
      ...place,
      is_rfid: no === 'W01',
      lines: zones.map((zone, index) => ({ code: zoneCode(index), name: zone, order: index + 1 })),
    };
    ids.set(no, await add(step, warehouse, { input }));
  }
  const { rows } = await sql<{ code: string; id: number }>`select code, id from organize where type = 3`.execute(
    step.tx,
  );
  const districts = new Map(rows.map((row) => [row.code, row.id]));
  const opened: number[] = [];
  for (const [index, [name, district, areaCode, address]] of shops.entries()) {
    const no = String(index + 1).padStart(3, '0');
    const online = name === onlineShop;
    const warehouseNo = online ? 'W03' : shopWarehouse(index);
    const warehouseId =
      ids.get(warehouseNo) ??
      (await add(step, warehouse, { input: shopWarehouseOf({ no: warehouseNo, name, areaCode, address }) }));
    const type = online ? 4 : district === 'XN' ? 2 : 1;
    const input = {
      shop_no: no,
      name,
      type,
      district_id: districts.get(district),
      warehouse_id: warehouseId,
      mobile: `400-820-${String(1000 + index)}`,
      area_code: areaCode,
      address,
      open_date: `20${20 + (index % 5)}-0${1 + (index % 9)}-18`,
      business_hours: '10:00–22:00',
      area_sqm: online ? null : 300 + ((index * 170) % 901),
    };
    opened.push(await add(step, shop, { input }));
  }
  await changeStatus(contextOf(step), { definition: shop, ids: opened, status: 1, hooks: {} });
  await seedDataRoles(step);
}

/** Zones are lettered in the order people walk through them. */
export const zoneCode = (index: number): string => String.fromCharCode(65 + index);

type Warehouse = readonly [
  no: string,
  name: string,
  type: number,
  zones: readonly string[],
  place: Record<string, string>,
];

const jiaxing = {
  area_code: '330402',
  address: '浙江省嘉兴市南湖区物流路 18 号',
  contact: '周建国',
  mobile: '13800000001',
};
const foshan = {
  area_code: '440604',
  address: '广东省佛山市禅城区季华路 66 号',
  contact: '梁志明',
  mobile: '13800000002',
};

const warehouses: readonly Warehouse[] = [
  ['W01', '嘉兴总仓', 1, ['女装区', '男装区', '运动童装区', '鞋靴区', '箱包杂货区', '收货暂存区'], jiaxing],
  ['W02', '佛山总仓', 1, ['女装区', '男装区', '运动童装区', '鞋靴区', '箱包杂货区'], foshan],
  ['W03', '嘉兴电商仓', 3, ['拣货一区', '拣货二区', '存储区', '打包区'], jiaxing],
  ['W04', '嘉兴残次仓', 4, ['轻残区', '重残区', '待修区'], jiaxing],
  ['W05', '嘉兴退货仓', 5, ['待检区', '待退区', '待上架区'], jiaxing],
];

const shopZones = ['卖场女装', '卖场男装', '卖场童装鞋包', '后仓'];

/** Number of the warehouse of the shop at this place in the list: W101 and on. */
const shopWarehouse = (index: number): string => `W${101 + index}`;

function shopWarehouseOf({
  no,
  name,
  areaCode,
  address,
}: Record<'no' | 'name' | 'areaCode' | 'address', string>): Record<string, unknown> {
  return {
    warehouse_no: no,
    name: `${name}仓`,
    type: 2,
    area_code: areaCode,
    address,
    lines: shopZones.map((zone, index) => ({ code: zoneCode(index), name: zone, order: index + 1 })),
  };
}

const onlineShop = '小程序旗舰店';

const shops: readonly (readonly [name: string, district: string, areaCode: string, address: string])[] = [
  ['上海五角场店', 'HD', '310110', '上海市杨浦区邯郸路 600 号'],
  ['上海莘庄店', 'HD', '310112', '上海市闵行区莘庄镇都市路 5001 号'],
  ['杭州城西店', 'HD', '330106', '杭州市西湖区丰潭路 380 号'],
  ['苏州观前店', 'HD', '320508', '苏州市姑苏区观前街 88 号'],
  ['南京新街口店', 'HD', '320102', '南京市玄武区中山路 18 号'],
  ['宁波天一店', 'HD', '330203', '宁波市海曙区中山东路 188 号'],
  ['广州北京路店', 'HN', '440104', '广州市越秀区北京路 238 号'],
  ['深圳龙岗店', 'HN', '440307', '深圳市龙岗区龙城街道龙翔大道 7188 号'],
  ['佛山祖庙店', 'HN', '440604', '佛山市禅城区祖庙路 33 号'],
  ['成都春熙路店', 'XN', '510104', '成都市锦江区春熙路 88 号'],
  ['重庆解放碑店', 'XN', '500103', '重庆市渝中区民权路 28 号'],
  [onlineShop, 'HD', '330402', '浙江省嘉兴市南湖区物流路 18 号'],
];
