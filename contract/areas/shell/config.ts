import { query } from '../../kit/call.ts';
import { slotsFault } from '../purchasing/arrival-slots.ts';

/** One configuration value: what it is called, what it is, and what holds until somebody sets it. */
export interface Setting<T = unknown> {
  readonly label: string;
  /** What it does, for somebody who sees it for the first time. */
  readonly help: string;
  /** `flag` is 0 or 1, `whole` a whole number, `wholes` a list of different whole numbers, `entries` lines of text of a shape of their own. */
  readonly kind: 'flag' | 'whole' | 'wholes' | 'entries';
  /** Of a number the least and the most it may be, of entries how many there may be. */
  readonly least: number;
  readonly most: number;
  /** What the number counts, for people; basis points and fen as they are stored. */
  readonly unit?: string;
  /** Of entries: what is wrong with them, in words; empty when nothing is. */
  readonly fault?: (entries: readonly unknown[]) => string;
  readonly initial: T;
}

const flag = (label: string, initial: 0 | 1, help: string): Setting<number> => ({
  label,
  help,
  kind: 'flag',
  least: 0,
  most: 1,
  initial,
});

const whole = (label: string, given: Omit<Setting<number>, 'label' | 'kind'>): Setting<number> => ({
  label,
  kind: 'whole',
  ...given,
});

/**
 * Every configuration value there is, with the defaults of domain.md §13.10; the last two are the kill switches of decision 0012.
 * A key that is not here can be neither read nor set.
 */
export const settings = {
  company_name: {
    label: '公司名称',
    help: '印在打印单据的最上方；写一行，不写则不印。',
    kind: 'entries',
    least: 0,
    most: 1,
    fault: (entries) =>
      entries.every((one) => typeof one === 'string' && one.trim() !== '' && one.length <= 60)
        ? ''
        : '一行 1 到 60 个字',
    initial: [],
  } as Setting<readonly string[]>,
  sku_expire_notice_times: {
    label: '临期提醒天数',
    help: '到期前多少天开始提醒，可填几个天数。',
    kind: 'wholes',
    least: 0,
    most: 365,
    unit: '天',
    initial: [2],
  } as Setting<readonly number[]>,
  allow_over_tag: flag('允许售价高于吊牌价', 0, '开启后，售价可以高于吊牌价。'),
  allow_estimate_price: flag('允许暂估价入库', 1, '开启后，没有进价的货可以先按暂估价采购。'),
  over_book_bp: whole('超预约收货比例', {
    help: '到货单最多可以超过采购数量多少。',
    least: 0,
    most: 10_000,
    unit: '万分之',
    initial: 0,
  }),
  arrival_slots: {
    label: '收货时段',
    help: '每行一条：仓库编号 星期 时段 容量（件），如 W01 1-5 09:00-11:00 3000；仓库写 * 的用于没有自己时段的仓库，其容量以仓库的每时段收货容量为准。',
    kind: 'entries',
    least: 1,
    most: 500,
    fault: slotsFault,
    initial: ['* 1-7 09:00-11:00 3000', '* 1-7 13:00-15:00 3000', '* 1-7 15:00-17:00 3000'],
  } as Setting<readonly string[]>,
  back_date_days: whole('补录天数', {
    help: '库存调整和到货签到的时间最多可以早于现在多少天。',
    least: 0,
    most: 365,
    unit: '天',
    initial: 7,
  }),
  negative_auto_offset: flag(
    '负库存自动冲销',
    1,
    '开启后，入库或解锁的货自动冲销最早的负库存；关闭后由仓库主管逐笔冲销。',
  ),
  take_diff_limit: whole('盘点差异复盘上限', {
    help: '盘点差异超过这么多件的行，复核时要写原因。',
    least: 0,
    most: 999_999,
    unit: '件',
    initial: 5,
  }),
  change_price_limit_bp: whole('改价幅度上限', {
    help: '改价超过这个比例的，只能由商品经理审核。',
    least: 0,
    most: 10_000,
    unit: '万分之',
    initial: 2000,
  }),
  contract_auto_effect: flag('合同审核后自动生效', 1, '开启后，审核通过的合同从开始日期起自动生效，不用再手工生效。'),
  skip_pack: flag('跳过装箱', 0, '开启后，调拨可以不装箱就发货。'),
  order_auto_finish_days: whole('订单自动完成天数', {
    help: '发货后过多少天，订单自动完成。',
    least: 1,
    most: 365,
    unit: '天',
    initial: 7,
  }),
  order_unpaid_minutes: whole('未付款订单保留分钟', {
    help: '未付款的订单保留多久，之后自动关闭。',
    least: 1,
    most: 10_080,
    unit: '分钟',
    initial: 30,
  }),
  service_days: whole('售后申请期限', {
    help: '订单完成后多少天内可以申请售后。',
    least: 0,
    most: 365,
    unit: '天',
    initial: 30,
  }),
  refund_shop_limit: whole('门店退款审核上限', {
    help: '不超过这个金额的退款由门店审核。',
    least: 0,
    most: 100_000_000,
    unit: '分',
    initial: 50_000,
  }),
  check_adjust_limit: whole('对账调整单人上限', {
    help: '对账单的调整合计超过这个金额的，由调整人以外的人登记供应商确认。',
    least: 0,
    most: 100_000_000,
    unit: '分',
    initial: 10_000,
  }),
  stop_service_worker: flag('停用全部设备的离线程序', 0, '出现故障时用：所有设备停用离线程序，只能联网工作。'),
  pause_drain: flag('暂停全部设备发送扫描', 0, '出现故障时用：所有设备暂停发送扫描，扫描留在设备上，不会丢失。'),
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = (typeof settings)[K]['initial'];

/** The keys of `settings`, as they are asked for. */
export const settingKeys = Object.keys(settings) as SettingKey[];

/** The value of one setting (api.csv `/v1/Index/getConfig`): what was set, else its default. */
export const configCall = query<{ key: SettingKey }, { value: SettingValue<SettingKey> }>({
  service: 'erp',
  path: '/v1/Index/getConfig',
  access: 'login',
  timeout: 'default',
});
