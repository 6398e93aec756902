import type { InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import type { Codec } from '#src/local/index.ts';
import { gradeName } from '../grade-words.ts';
import { askHandedBack } from '../handed-back.ts';
import type { InboundPayload } from './entry.ts';

/** How the count of goods that come in is called before a person. */
export const summary: Codec<InboundPayload, null, InboundSheet>['summary'] = {
  title: (sheet, id) => (sheet ? `${sheet.supplier_name} · ${sheet.batch_no}` : `入库批次 ${id}`),
  line: ({ kind, barcode, qty, ...of }) => {
    if (kind === 'done') return { what: '点完，交回本批', sign: '完', where: '' };
    return { what: barcode, sign: kind === 'void' ? '撤销' : `+${qty}`, where: kindWords(of) };
  },
  reason: (outcome) => outcomeWords[outcome] ?? '',
  discarding: {
    means: ({ outcome, payload }) =>
      payload.kind === 'done'
        ? '可再交回一次。'
        : outcome === 'unknown'
          ? '服务器上的这条会被撤销。'
          : '这条不会计入本机；服务器已留存的由办公室认定。',
    reasons: ['扫错了', '不是本批货品', '重复记录'],
  },
  /** In a batch that its counter has handed in, what arrives takes that back. */
  question(action, { operation: { outcome }, document }) {
    // Only what the server holds is taken back there, by an entry of its own.
    return document?.own_done && (action !== 'discard' || outcome === 'unknown') ? askHandedBack('本批', action) : null;
  },
};

const outcomeWords: Readonly<Record<string, string>> = {
  unknown: '未知条码',
  late: '到达时批次已提交，或货品已另行清点',
  refused: '服务器未接收',
};

/** Grade and date of pieces. */
export function kindWords({ imperfect_type, expire_at }: Pick<InboundPayload, 'imperfect_type' | 'expire_at'>): string {
  return [gradeName(imperfect_type), expire_at && `到期 ${expire_at}`].filter(Boolean).join(' · ');
}
