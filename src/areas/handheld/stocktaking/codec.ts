import {
  type CountAnswer,
  type CountEntry,
  type CountRequest,
  type CountResult,
  countCall,
  reportCall,
  type SheetDownload,
} from '#contract/areas/warehouse/count-entry.ts';
import {
  type Batch,
  type BatchAnswer,
  type Codec,
  type EarlierEntry,
  type EarlierLane,
  type Told,
  through,
} from '#src/local/index.ts';
import { correctsPieces } from '../bench/corrects.ts';
import { type CountNote, type CountPayload, isOutcome } from './scan.ts';
import { summary } from './summary.ts';
import { isTakenBack, voidFor, voidOf } from './take-back.ts';
import { afterEntry } from './zones.ts';

/** How the count of a sheet is kept and sent: one stream for each sheet, its note the zones, its document the downloaded sheet. */
export const stocktaking: Codec<CountPayload, CountNote, SheetDownload> = {
  kind: 'stocktaking',
  blank: { round: 0, zones: [] },
  noted: afterEntry,
  batch: through(countCall, { input: requestOf, read: answersOf }),
  report: {
    tell: through(reportCall, {
      input: ({ document, device, rev, note, unsent }: Told<CountPayload, CountNote>) => ({
        id: document,
        device_id: device,
        rev,
        round: note.round,
        zones: note.zones.map((part) => ({ ...part, unsent: unsent.filter(({ zone }) => zone === part.zone).length })),
      }),
      read: ({ server_time: serverTime }) => ({ serverTime }),
    }),
    atOnce: ({ zones }) => zones.every((zone) => zone.finished),
  },
  // An entry of unknown goods that its counter has taken back waits for nobody any more.
  resolves: ({ kind, voids }) =>
    kind === 'void' && voids !== undefined ? { op_id: voids, outcome: 'unknown', reason: '已撤销' } : null,
  // A void finds its entry anew: somebody may have taken that back meanwhile.
  repeats: async ({ payload }, look) =>
    payload.kind === 'void' ? voidFor(look, { voids: payload.voids ?? '' }) : payload,
  // The server holds it as unknown goods: there it is taken back by a void, unless one is on its way already.
  takesBack: async (discarded, look) =>
    discarded.outcome === 'unknown' && !(await isTakenBack(look, discarded)) ? voidOf(discarded) : null,
  corrects: correctsPieces<CountPayload, SheetDownload>(['add', 'total']),
  summary,
  inherits: {
    payload: ({
      kind,
      zone,
      round,
      barcode,
      imperfect_type,
      qty,
      voids,
      sku_id = null,
    }: EarlierEntry & CountEntry & { sku_id?: number | null }) => ({
      kind,
      zone,
      round,
      barcode,
      imperfect_type,
      qty,
      ...(voids !== undefined && { voids }),
      sku_id,
    }),
    note: ({ round, zones }: EarlierLane & CountNote) => ({ round, zones }),
    document: (sheet: SheetDownload) => sheet,
  },
};

function requestOf({ document, device, operations }: Batch<CountPayload>): CountRequest {
  return {
    id: document,
    device_id: device,
    entries: operations.map(({ op_id, seq, at, doubtful, payload: { sku_id: _guess, ...said } }) => ({
      op_id,
      seq,
      ...said,
      counted_at: at,
      ...(doubtful && { time_doubtful: true as const }),
    })),
  };
}

/** Null for what is no answer to a count. */
function answersOf(value: CountResult): BatchAnswer | null {
  if (!isResult(value)) return null;
  const { answers, expected_seq: next, server_time: serverTime } = value;
  return { answers: answers.map(wordOf), next, serverTime };
}

function wordOf({ op_id, outcome, code, msg }: CountAnswer): BatchAnswer['answers'][number] {
  const word = outcome === 'refused' ? 'refused' : 'accepted';
  return { op_id, word, asks: outcome !== 'accepted', outcome, code, msg };
}

function isResult(value: CountResult): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(value.answers) &&
    value.answers.every((answer) => typeof answer?.op_id === 'string' && isOutcome(answer.outcome))
  );
}
