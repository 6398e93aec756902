import type { OutSheet } from '#contract/areas/orders/out-entry.ts';
import type { Codec } from '#src/local/index.ts';
import { gradeName } from '../grade-words.ts';
import type { OutPayload, OutStep } from './entry.ts';

/** How the picking of orders is called before a person. */
export const summary: Codec<OutPayload, null, OutSheet>['summary'] = {
  title: (sheet, id) => (sheet ? `${title} · ${sheet.order_no} · ${sheet.out_no}` : `${title} ${id}`),
  line: ({ kind, barcode, qty, imperfect_type, waybill_no }) => {
    if (kind !== 'add' && kind !== 'void')
      return { what: stepWords[kind], sign: stepSigns[kind], where: waybill_no ?? '' };
    return {
      what: barcode,
      sign: kind === 'void' ? '撤销' : `+${qty}`,
      where: imperfect_type === 0 ? '' : gradeName(imperfect_type),
    };
  },
  reason: (outcome) => outcomeWords[outcome] ?? '',
  discarding: {
    means: ({ outcome, payload }) => {
      if (payload.kind !== 'add' && payload.kind !== 'void') return '这一步不会办理，可在电脑上或重新办理。';
      if (outcome === 'unknown') return '服务器上的这条会被撤销。';
      return '这条不会计入，货品请放回货架；服务器已留存的由办公室认定。';
    },
    reasons: ['已放回货架', '扫错了', '重复记录'],
  },
  question: () => null,
};

/** What the work is called. */
export const title = '订单拣货';

/** What a step is called. */
export const stepWords: Readonly<Record<OutStep, string>> = { pack: '拣货完成', send: '发货' };

const stepSigns: Readonly<Record<OutStep, string>> = { pack: '拣', send: '发' };

const outcomeWords: Readonly<Record<string, string>> = {
  unknown: '未知条码',
  late: '到达时单据已变更',
  refused: '服务器未接收',
};
