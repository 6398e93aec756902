import { readRate } from '../money.ts';
import { importOrders, type OrderOutcome } from '../orders/import-orders.ts';
import { fact, type KindOutcome, type KindRun } from './kind-run.ts';

/** Runs an import of orders for a task. */
export async function runOrdersTask({ context, options, ...run }: KindRun): Promise<KindOutcome> {
  const zone = options.zone ?? 'Asia/Shanghai';
  const foldCase = options.fold_case ?? true;
  const {
    rows,
    months,
    options: did,
    added,
  } = await importOrders(context, {
    ...run,
    options: {
      warehouseId: options.warehouse_id ?? 0,
      shopId: options.shop_id,
      zone,
      foldCase,
      rate: readRate(options.rate ?? '1') ?? 1_000_000,
      strict: options.strict ?? false,
      postStock: options.post_stock ?? false,
    },
  });
  return {
    done: added !== undefined,
    rows,
    months: months.map((month) => ({ ...month })),
    facts: [
      ...(added
        ? [
            fact('新增订单', added.orders),
            fact('订单明细', added.lines),
            fact('新增会员', added.members),
            fact('售后单', added.services),
            fact('退货件数', added.returnedPieces),
            fact('其中找不到原订单', added.unknownPieces),
            ...stockFacts(added),
          ]
        : []),
      fact(`按 ${zone} 读取时间，业务日变化的行`, did.otherDay),
      fact('其中月份也变化', did.otherMonth),
      fact('价格四舍五入到分的行', did.rounded),
      foldCase ? fact('仅大小写不同而找到货品的编码', did.foldedCodes) : fact('编码大小写', '区分'),
    ],
  };
}

function stockFacts({ stock }: NonNullable<OrderOutcome['added']>): KindOutcome['facts'] {
  if (!stock) return [fact('库存', '不变：历史订单不过账')];
  return [
    fact('出库件数', stock.out),
    fact('退货入库件数', stock.back),
    fact('缺货未导入的订单', stock.shortOrders),
    fact('随之未导入的退货', stock.refusedReturns),
    fact('此前已导入、库存仍未过账的单据', stock.leftUnposted),
  ];
}
