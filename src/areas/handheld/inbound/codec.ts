import {
  countEntriesCall,
  type InboundAnswer,
  type InboundEntry,
  type InboundSheet,
  reportInboundCall,
} from '#contract/areas/purchasing/inbound-entry.ts';
import { type Batch, type BatchAnswer, type Codec, type Told, through } from '#src/local/index.ts';
import { isOutcome } from '../stocktaking/scan.ts';
import type { InboundNote, InboundPayload } from './entry.ts';
import { summary } from './summary.ts';
import { isTakenBack, voidFor, voidOf } from './take-back.ts';

/** How the count of goods that come in is kept and sent: one stream for each batch, its document the downloaded one. */
export const inbound: Codec<InboundPayload, InboundNote, InboundSheet> = {
  kind: 'inbound',
  blank: null,
  noted: () => null,
  batch: through(countEntriesCall, { input: requestOf, read: answersOf }),
  report: {
    tell: through(reportInboundCall, {
      input: ({ document: id, device: device_id, rev, unsent }: Told<InboundPayload, InboundNote>) => ({
        id,
        device_id,
        rev,
        unsent: unsent.length,
      }),
      read: ({ server_time: serverTime }) => ({ serverTime }),
    }),
    atOnce: () => false,
  },
  // An unknown code that its counter has taken back waits for nobody any more.
  resolves: ({ kind, voids }) =>
    kind === 'void' && voids !== undefined ? { op_id: voids, outcome: 'unknown', reason: '已撤销' } : null,
  repeats: async ({ payload }, look) => (payload.kind === 'void' ? voidFor(look, payload.voids ?? '') : payload),
  // The server holds it as unknown: there it is taken back by a void, unless one is on its way already.
  takesBack: async (discarded, look) =>
    discarded.outcome === 'unknown' && !(await isTakenBack(look, discarded)) ? voidOf(discarded) : null,
  summary,
};

function requestOf({ document: id, device: device_id, operations }: Batch<InboundPayload>) {
  return {
    id,
    device_id,
    entries: operations.map(
      ({ op_id, seq, at, doubtful, payload: { sku_id: _guess, ...said } }): InboundEntry => ({
        op_id,
        seq,
        ...said,
        counted_at: at,
        ...(doubtful && { time_doubtful: true as const }),
      }),
    ),
  };
}

/** Null for what is no answer to a count. */
function answersOf({
  answers,
  server_time: serverTime,
}: {
  answers: InboundAnswer[];
  server_time: string;
}): BatchAnswer | null {
  const isAnswer = (answer: InboundAnswer) => typeof answer?.op_id === 'string' && isOutcome(answer.outcome);
  if (!Array.isArray(answers) || !answers.every(isAnswer)) return null;
  return {
    answers: answers.map(({ op_id, outcome, code, msg }) => ({
      op_id,
      word: outcome === 'refused' ? 'refused' : 'accepted',
      asks: outcome !== 'accepted',
      outcome,
      code,
      msg,
    })),
    serverTime,
  };
}
