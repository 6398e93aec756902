import { choice } from '../../kit/kinds/choice.ts';
import { references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { dealTypes, periodType, periodTypes, reconChannels } from './cashier-enums.ts';

const ofDay = ({ period_type }: Readonly<Record<string, unknown>>): boolean => period_type === periodType.day;
const ofMonth = ({ period_type }: Readonly<Record<string, unknown>>): boolean => period_type === periodType.month;

/** What is asked of a person before the calls of this area that are no steps. */
export const cashierForms = {
  reconImport: {
    channel: choice('渠道', reconChannels, { required: true }),
    recon_date: date('账单日期', { required: true }),
  },
  reconDeal: {
    deal_type: choice('处理方式', dealTypes, { required: true }),
    remark: prose('处理说明', { required: true, least: limits.reasonLeast, most: limits.reason }),
  },
  generate: {
    shop_ids: references(() => shop, '门店', { required: true }),
    period_type: choice('账单周期', periodTypes, { required: true, initial: periodType.month }),
    day: date('账期', { visible: ofDay, required: ofDay }),
    month: text('账期', {
      visible: ofMonth,
      required: ofMonth,
      pattern: { regex: /^20\d\d-(0[1-9]|1[0-2])$/, words: '请填写月份，如 2026-02' },
    }),
  },
} as const;
