import { command, query } from '../../kit/call.ts';

/** What came of one invariant in one run. */
export const checkOutcome = { 1: '正确', 2: '有差异', 3: '超时未完成' } as const;

/** What each invariant (server/ledger/invariants.ts) says of the books, in words for those who read the result. */
export const checkTitles: Readonly<Record<string, string>> = {
  'i03-in-transit-is-what-allots-say': '在途库存等于在途调拨单的明细合计',
  'i04-stock-is-its-batches': '库存等于其批次合计，数量和成本都一致',
  'i07-no-more-codes-than-pieces': '有唯一码的件数不超过批次在库件数',
  'i09-batch-is-its-rows': '每个批次的数量和成本等于其流水合计',
  'i13-a-code-and-a-living-tag-are-one': '一个唯一码永不重复，一个EPC只属于一个有效唯一码',
  'i14-a-code-is-where-its-events-led': '唯一码的状态等于其最后一次事件，事件首尾相接、不缺不断',
  'i15-a-code-has-what-its-state-says': '在库的码有仓库，已售的码有订单，占用和在途的码有单据，其余没有',
  'i16-order-line-within-its-order': '采购明细的已约、已入和已关闭数量之和不超过可收数量',
  'i17-finished-order-is-all-in-or-closed': '采购单的状态与其明细的到货进度一致',
  'i18-received-is-what-batches-brought': '采购单和预约单的已入数量等于有效入库批次合计',
  'i19-differing-batch-was-decided-on': '有差异的入库批次有且只有一张已处理的差异单，无差异的没有',
  'i20-return-holds-and-takes-its-lines': '退返单按明细锁定批次，出库与流水一致，签收不超过出库',
  'i21-item-is-where-it-says': '结算项目所在的对账单和结算单与单据明细一致，结算进度随单据',
  'i22-check-bill-is-its-lines': '对账单金额等于其明细，明细与结算项目一致',
  'i23-statement-is-its-lines': '结算单金额等于其明细，应付等于结算减冲抵，未付等于应付减已付',
  'i24-statement-settled-is-paid': '结算单付清时没有未付金额，未付清时有',
  'i25-payments-within-what-is-owed': '付款不超过结算单应付，已付金额等于已付款的明细',
  'i26-payable-is-what-statements-owe': '供应商应付余额等于已确认结算单的未付金额',
  'i27-prepaid-is-paid-less-set-off': '预付余额等于预付付款减冲抵，保证金等于已付保证金，都不小于零',
  'i28-item-of-a-receipt-is-its-line': '入库的结算项目等于入库明细的数量和进价',
  'i29-fine-is-its-item': '已通过的罚款单有且只有一个金额相符的结算项目',
  'i30-voucher-is-balanced': '每张凭证借贷相等且不为零，单头等于分录，分录只在一方',
  'i31-event-is-booked-once': '每个业务事件的每类凭证最多一张有效或一条待处理异常，冲销后必有其一',
  'i33-supplier-subjects-are-their-accounts': '应付、预付和保证金科目与供应商账户逐笔一致',
  'i34-stock-subjects-are-the-stock': '库存商品和在途商品科目与库存成本逐笔一致',
  'i35-allot-is-what-its-lines-say': '调拨单发货不超过申请，在途等于发货减签收和已处理，单头等于明细',
  'i36-differing-allot-has-its-difference': '有差异的调拨单有且只有一张未结的差异单，差异与明细一致',
  'i37-confirmed-decision-is-its-allots': '已确认的调拨建议与生成的调拨单数量一致',
  'i38-batch-is-its-allots': '批量调拨单每个调入仓的数量等于其调拨单',
  'i39-one-sale-price-at-a-time': '同一货品、范围和价格类型的现售价生效时间不重叠',
  'i41-purchase-prices-were-judged-twice': '生效的采购定价单先后经部门和财务两人审核',
  'i43-contract-in-force-is-authorised': '生效合同的每个品牌在生效日都有授权',
  'i44-order-stands-on-a-contract': '采购单依据同供应商、同合作模式的生效合同',
  'i56-posted-count-stays-true': '已过账盘点：按盘点时点回推的账面等于实盘数',
  'i57-posted-count-equals-its-rows': '已过账盘点：流水与待补差异之和等于盘点差异',
  'i58-finished-task-has-its-file': '工单完成有文件，失败有原因，进度在 0 到 100 之间',
  'i59-status-follows-the-trail': '单据状态与操作记录一致',
  'i61-goods-in-use-have-pieces': '在用商品有货品，货品的名称与条码一致且不重复',
  'i65-attached-file-is-in-its-records-history': '附件与单据的操作记录一致',
  'i66-reversal-is-the-other-side': '已冲销的凭证有且只有一张借贷相反的冲销凭证',
  'k01-on-hand-equals-ledger': '库存结余等于流水合计',
  'k02-running-balance-unbroken': '每条流水承接上一条的结余',
  'k03-posting-nets-to-zero': '每次过账借贷两边相等',
  'k04-world-total-zero': '全部库位合计为零，没有凭空增减',
  'k05-no-negative-real-stock': '实物库存不为负，占用不超过库存',
  'k06-ledger-only-from-posted-documents': '每条流水都来自已过账的单据',
  'k07-posted-adjustment-has-its-effect-once': '已过账调整单的每一行恰好生效一次',
  'k08-unposted-document-has-no-effect': '未过账的单据没有流水和占用',
  'k09-locked-equals-open-locks': '占用数等于单据占用合计',
  'k11-code-is-where-it-moved-last': '唯一码所在位置等于其最后一次移动',
  'k12-moves-of-a-code-form-a-chain': '唯一码的每次移动都从上次的位置开始',
  'k13-coded-pieces-are-counted': '库存记录的有码件数等于该处的唯一码数',
  'k16-adjustment-total-equals-lines': '调整单总数等于明细合计',
  'k26-approvers-distinct-and-not-author': '审核人各不相同，且不是制单、编辑或提交人',
  'k35-effect-has-its-operation': '每次过账都有且只有一个操作编号',
  'k36-device-order-kept': '设备上传的盘点记录连续且不重复',
  'k37-audit-trail-is-as-it-was-sealed': '操作记录与封存时一致，没有被改动、删除或插入',
  'k38-disabled-person-has-no-session': '停用账号没有有效登录',
  'k39-permission-keys-exist': '角色里的权限点都存在',
  'k40-trees-have-no-rings': '组织、分类和菜单没有循环上级',
  'k41-named-file-is-there': '附件和工单的文件都在，大小一致',
  'k43-imported-history-moved-its-pieces-once': '已过账的历史订单和售后每一行恰好生效一次，未过账的没有流水',
  'k44-posted-adjustment-rows-say-what-its-lines-say': '调整单流水与明细逐行一致：货品、品级、库区、往来方和业务类型',
  'k45-posted-count-rows-say-what-its-lines-say': '盘点流水与明细逐行一致：货品、品级、仓库和盈亏方向',
  'k46-waiting-loss-holds-what-it-asks-for': '待审核的出库调整单按明细逐行占用库存',
  'k47-freeze-only-while-counting': '盘点结束后不再冻结库存',
  'k48-cost-goes-with-the-pieces': '成本随货品流转，每次过账按批次借贷两边相等',
  'k49-batch-locked-equals-its-locks': '批次占用数等于单据占用合计',
  'k50-outbound-records-say-what-left': '出库记录与流水一致：货品、批次、数量和成本',
  'k51-imperfect-record-is-its-deals': '残次单的已处理和待报废数量等于其处理记录',
  'k52-imperfect-goods-moved-as-registered': '残次单的转入、修复和报废流水与明细一致，待审数量已锁定',
  'k53-manual-lock-holds-its-lines': '手工锁定单按明细锁定库存',
  'k54-one-purchase-price-at-a-time': '同一供应商同一货品的采购价有效期不重叠',
  'k55-booked-is-what-arrivals-hold': '采购明细的已约数量等于有效预约单占用合计',
  'k56-posted-batch-brought-its-lines': '采购入库流水与批次明细逐行一致，红冲的全部退出',
  'k57-account-in-force-was-checked': '供应商账户按最近一次复核通过的内容生效，未经复核的没有启用',
  'k58-allot-rows-say-what-its-lines-say': '调拨流水与明细逐行一致：调出、在途、签收、补入和核销的数量与成本',
  'k59-allot-holds-its-lines': '待审核和待发货的调拨单按明细锁定库存，已拣的锁定到批次，装箱等于拣货',
  'k60-difference-was-decided-whole': '调拨差异全部判定，判定与流水一致，一人不代表两方',
  'k61-decision-says-what-its-lines-say': '调拨决策的合计等于明细，确认后的决策与其调拨单互相对应',
  'k62-batch-follows-its-allots': '批量调拨单的合计等于明细，状态与其调拨单一致',
  'k63-code-order-counts-its-codes': '制码单的已绑定、已入库和作废数等于其唯一码合计',
  'k64-held-codes-are-held-pieces': '单据占用的唯一码不超过其占用的件数',
  'k65-code-file-counts-its-rows': '唯一码文件的正确和错误行数等于其明细，确认后没有遗漏',
  'k66-confirmed-return-took-its-codes-back': '已确认的退码单收回了其全部唯一码，各一次',
  'k67-negative-case-is-what-was-missing': '负库存记录等于单据行缺少的件数及其暂估成本',
  'k68-negative-case-is-closed-by-its-offsets': '负库存的冲销数量和金额等于其冲销明细，状态一致',
  'k69-nearest-stock-rule-is-one': '同一范围和优先级的库存规则不重复',
  'k70-coded-pieces-of-a-batch': '入库明细的有码件数等于其入库的唯一码数，且不超过入库数',
  'k200-prices-are-what-their-sheets-say': '由调价单生效的价格等于该单明细的价格',
  'k201-what-was-paid-and-when-it-is-due-stay': '已付款单的日期、金额和账户，已确认对账单的到期日，与付款和确认时一致',
  'k190-picture-has-its-sizes': '每张商品图片都有全部尺寸的文件',
  'k191-unused-pictures-are-on-no-style': '没有商品使用的图片才标记为未使用',
  'k192-pictures-stand-in-a-row': '商品图片的顺序连续，修改次数有记录',
  'k110-goods-on-a-shelf-are-sold': '上架的门店商品，其商品和货品都在启用',
  'k111-push-counts-its-results': '商品推送的成功数和失败数等于其各门店结果，状态一致',
  'k71-take-by-codes-moved-its-codes': '唯一码盘点过账后，丢失和找回的唯一码等于各明细的差异',
  'k80-money-balance-is-its-rows': '供应商账户余额等于往来流水合计，流水余额连续',
  'k81-unsettled-is-what-items-say': '未结算账户余额等于尚未确认结算的项目合计',
  'k82-bought-goods-have-their-items': '经销入库和退返的每条明细都有结算项目，红冲后没有',
  'i45-order-comes-to-what-its-lines-say': '订单应付金额等于其商品金额减优惠加运费，也等于各明细成交金额之和加运费',
  'i46-order-is-paid-by-its-payments': '订单实付等于其支付之和，已退等于其退款之和且不超过实付',
  'i47-line-left-by-its-batches': '订单明细已退不超过已发、已发不超过数量，已发等于其批次与未冲销负库存之和',
  'k120-order-holds-what-it-is-to-send': '订单锁定的库存等于其待发货数量，同时最多一张未完成的出库单',
  'k121-delivery-sent-what-was-picked': '线上订单已发数量等于其出库单已拣数量之和，单头数量等于明细之和',
  'k122-batches-of-a-line-are-its-postings': '订单明细的批次等于其库存流水与负库存冲销的批次',
  'k123-verified-coupon-is-a-payment': '已核销的外部券各对应订单的一笔支付',
  'i49-points-and-growth-are-their-rows': '会员积分和成长值等于其记录之和',
  'i50-one-label-of-an-exclusive-group': '互斥标签组内每个会员最多一个标签，标签会员数与会员一致',
  'i54-invoices-within-what-was-paid': '订单的开票不超过已付减已退，申请金额等于各订单份额',
  'k83-payment-is-its-lines': '付款单金额等于其明细，收款账户属于供应商，资金变动等于已付款',
  'k90-posted-cost-adjust-is-its-rows': '成本调整单金额等于其明细、库存价值流水和结算项目',
  'k91-batch-costs-what-was-last-said': '批次成本等于最近一次成本调整的新成本',
  'k92-deducted-expense-is-its-item': '结算抵扣的往来费用与其结算项目一致',
  'k93-expense-is-its-lines': '费用单金额等于其明细',
  'k130-refunds-within-what-was-paid': '订单的退款合计不超过已付金额，明细退款不超过成交金额',
  'k131-refund-is-its-parts': '退款等于其支付方式明细，不超过原支付，售后退款等于其明细',
  'k132-returned-is-what-came-in': '售后退货数量与库存流水一致，不超过已发数量',
  'k133-agreed-is-its-lines': '售后同意金额等于其明细，退款中的售后有且只有一张在途退款单',
  'k134-stored-value-is-its-rows': '会员储值余额等于其流水合计',
  'k193-paid-memberships-follow-one-another': '会员的付费会员期间首尾相接，到期时间与会员一致，不超过订单所售张数',
  'k194-rebates-are-in-stored-value': '已发放的返利减扣回等于储值记录',
  'i10-balance-goes-on-from-the-day-before': '每日结存的期末等于期初加入减出，期初等于前一次结存的期末',
  'i11-balance-amounts-add-up': '每日结存的金额与数量同样相接，各类出入库合计等于收发合计',
  'i12-closed-month-is-its-days': '已结账月份的结存等于其每日结存',
  'i32-closed-period-takes-nothing': '已结账期间没有后来的流水和凭证',
  'k170-balance-is-what-the-ledgers-say': '最后结存日的结存等于截至当日的库存流水合计',
  'k171-closed-days-take-no-rows': '已结账期间的结存日没有后来的流水',
  'i51-till-money-is-on-one-bill': '收银机的每笔收款恰好计入一张收银对账单，各支付方式等于其收款减退款',
  'i52-shop-bill-is-cut-whole': '门店账单按门店、人员、账户汇总都等于实收额',
  'i53-finished-recon-leaves-nothing-open': '已完成的渠道对账没有未处理的差异',
  'k140-cashier-bill-is-its-lines': '收银对账单的系统、实交、核对金额和长短款等于其明细',
  'k141-recon-is-its-lines': '渠道对账单的笔数、金额、手续费和差额等于其明细，对账结果与两边金额一致',
  'k142-shop-bill-is-its-cashier-bills':
    '门店账单等于其收银对账单的合计，应结金额按分成比例计算，每张收银对账单只计入一张',
  'i55-gifts-are-counted-and-kept': '赠品活动的已赠不超过上限且等于订单赠出，赠品预留等于其占用合计',
  'k150-promotion-sums-are-its-orders': '促销活动的订单数、销售额和优惠等于其未取消订单合计',
  'i48-coupons-are-their-sums': '优惠券的已发和已用数量等于用户券合计，已发不超过发行总量',
  'k160-coupon-is-held-by-its-order': '锁定和已用的券都有订单，作废或过期的券种没有未使用的券',
  'k161-send-counts-its-lines': '发券单的人数、成功和失败等于其明细，每人得到的券与明细一致',
  'k162-nobody-holds-more-coupons-than-allowed': '会员持有的券不超过每人限领',
  'k180-hang-tag-job-is-its-lines': '吊牌制作单的总数、已打印和已写数等于明细合计，明细等于其唯一码',
  'k181-code-has-one-hang-tag-job': '一个唯一码只在一张吊牌制作单上，且属于制作单的来源和货品',
  'k183-offered-version-can-be-taken': '发布过的版本有发布时间，安装类有安装包，网页类有构建；草稿没有发布过',
  'k182-written-tag-is-bound': '制作单写过EPC的唯一码都由该单绑定了同一EPC',
};

/** One invariant as it stands after its last check. Times are ISO. */
export interface CheckState {
  name: string;
  title: string;
  /** Null: never checked. */
  outcome: keyof typeof checkOutcome | null;
  /** The first rows that break it, as the database gave them. */
  rows: Record<string, unknown>[];
  milliseconds: number | null;
  checked_at: string | null;
  /** Right at every check since then; null while it is not. */
  right_since: string | null;
}

/** One run. It waits while `started_at` is null and goes on while `finished_at` is. */
export interface CheckRun {
  id: number;
  asked_by: string;
  asked_at: string;
  started_at: string | null;
  finished_at: string | null;
  broken_off: boolean;
  done: number;
  total: number;
  broken: number;
  unfinished: number;
}

/** Every invariant, the run that is on, and the last runs, newest first. */
export const checkStateCall = query<
  Record<string, never>,
  { checks: CheckState[]; running: CheckRun | null; runs: CheckRun[] }
>({ service: 'erp', path: '/v1/Index/checkState', access: 'Index:checkView', timeout: 'default' });

/** Asks for a run over all invariants; refused while one is on. */
export const checkRunCall = command<Record<string, never>, { id: number }>({
  service: 'erp',
  path: '/v1/Index/checkRun',
  access: 'Index:checkRun',
});
