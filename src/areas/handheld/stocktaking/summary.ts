import type { CountAnswer, SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import type { Codec } from '#src/local/index.ts';
import { askHandedBack } from '../handed-back.ts';
import { type CountNote, type CountPayload, isOutcome, type ScanRow } from './scan.ts';

/** How a count is called before a person. */
export const summary: Codec<CountPayload, CountNote, SheetDownload>['summary'] = {
  title: (sheet, id) => (sheet ? `${sheet.warehouse_name} · ${sheet.stocktaking_no}` : `盘点单 ${id}`),
  line: (payload) => ({
    what: payload.barcode,
    sign: signOf(payload),
    where: `${payload.zone} · 第 ${payload.round} 轮`,
  }),
  reason: (outcome) => (isOutcome(outcome) ? outcomeWords[outcome] : ''),
  discarding: {
    means: ({ outcome }) => (outcome === 'unknown' ? '服务器上的这条会被撤销。' : '这条不会计入盘点。'),
    reasons: ['扫错了', '不是本仓货品', '重复记录'],
  },
  /** In a zone that its counter has handed back in the present round, what arrives takes that back (decision 0012). */
  question(action, { operation: { payload, outcome }, note, document }) {
    const handedBack = note.zones.some((one) => one.zone === payload.zone && one.finished);
    // Only what the server holds is taken back there, by an entry of its own.
    if (!handedBack || payload.round !== note.round || (action === 'discard' && outcome !== 'unknown')) return null;
    const name = document?.zones.find((zone) => zone.code === payload.zone)?.name ?? payload.zone;
    return askHandedBack(name, action);
  },
};

/** What an entry did, in a few signs: +1, =12, or taken back. */
export function signOf({ kind, qty }: Pick<CountPayload, 'kind' | 'qty'>): string {
  if (kind === 'void') return '撤销';
  return kind === 'total' ? `=${qty}` : `+${qty}`;
}

/** Why an entry waits for a person. */
export function reasonOf({ outcome, msg }: Pick<ScanRow, 'outcome' | 'msg'>): string {
  return msg || (outcome ? outcomeWords[outcome] : '服务器暂不接收');
}

const outcomeWords: Readonly<Record<CountAnswer['outcome'], string>> = {
  accepted: '',
  unknown: '未知条码',
  late: '到达时库区已关闭',
  refused: '服务器未接收',
};
