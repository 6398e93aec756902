import type { AllotEnd, AllotGoods, AllotSheet } from '#contract/areas/allocation/allot-entry.ts';
import type { Codec } from '#src/local/index.ts';
import { gradeName } from '../grade-words.ts';
import type { AllotPayload, AllotStep } from './entry.ts';

/** How work on an end of an allot is called before a person. */
export function summaryAt(end: AllotEnd): Codec<AllotPayload, null, AllotSheet>['summary'] {
  return {
    title: (sheet, id) =>
      sheet ? `${endWords[end].title} · ${sheet.other_name} · ${sheet.allot_no}` : `${endWords[end].title} ${id}`,
    line: (payload) => {
      const { kind, barcode, qty } = payload;
      if (kind !== 'add' && kind !== 'void')
        return {
          what: barcode || stepWords[kind],
          sign: stepSigns[kind],
          where: barcode ? stepWords[kind] : (payload.waybill_no ?? ''),
        };
      return { what: barcode, sign: kind === 'void' ? '撤销' : `+${qty}`, where: whereOf(payload) };
    },
    reason: (outcome) => outcomeWords[outcome] ?? '',
    discarding: {
      means: ({ outcome, payload }) => {
        if (payload.kind !== 'add' && payload.kind !== 'void') return '这一步不会办理，可在电脑上或重新办理。';
        if (outcome === 'unknown') return '服务器上的这条会被撤销。';
        return end === 'out'
          ? '这条不会计入，货品请放回货架；服务器已留存的由办公室认定。'
          : '这条不会计入本机；服务器已留存的由办公室认定。';
      },
      reasons: end === 'out' ? ['已放回货架', '扫错了', '重复记录'] : ['扫错了', '不是本单货品', '重复记录'],
    },
    question: () => null,
  };
}

/** Where pieces went, and in which grade, in words. */
export function whereOf({ imperfect_type, carton }: Pick<AllotPayload, 'imperfect_type' | 'carton'>): string {
  return [imperfect_type !== 0 && gradeName(imperfect_type), carton !== null && `第 ${carton} 箱`]
    .filter(Boolean)
    .join(' · ');
}

/** The batch that pieces have to be taken from, in words; empty where the order of batches says. */
export function batchWords({ batch, batch_wanted }: Pick<AllotGoods, 'batch' | 'batch_wanted'>): string {
  if (batch_wanted) return '待指定批次';
  return batch ? `批次 ${batch.no}` : '';
}

/** What is done at each end, in words. */
export const endWords = {
  out: { title: '调拨拣货', plan: '应拣', counted: '已拣', to: '发往' },
  into: { title: '调拨收货', plan: '应收', counted: '已点', to: '来自' },
} as const;

/** What a step is called. */
export const stepWords: Readonly<Record<AllotStep, string>> = {
  pack: '装箱完成',
  send: '发货',
  accept: '到货接收',
  sign: '签收',
};

const stepSigns: Readonly<Record<AllotStep, string>> = { pack: '装', send: '发', accept: '到', sign: '签' };

const outcomeWords: Readonly<Record<string, string>> = {
  unknown: '未知条码',
  late: '到达时单据已变更',
  refused: '服务器未接收',
};
