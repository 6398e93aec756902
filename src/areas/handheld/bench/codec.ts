import type { Call } from '#contract/kit/call.ts';
import { type Batch, type BatchAnswer, type Codec, type Told, through } from '#src/local/index.ts';
import { isOutcome } from '../stocktaking/scan.ts';
import { correctsPieces } from './corrects.ts';
import type { Pieces } from './pieces.ts';
import { isTakenBack, voidFor, voidOf } from './take-back.ts';
import type { Sheet } from './work.ts';

/** The server's word on one entry, as all that count pieces are answered. */
interface Word {
  op_id: string;
  outcome: string;
  code?: number;
  msg?: string;
}
/** An entry as it is sent, besides what its payload says. */
interface Sent {
  op_id: string;
  seq: number;
  counted_at: string;
  time_doubtful?: true;
}

interface PiecesCodec<P extends Pieces, D extends Pick<Sheet, 'goods'>> {
  kind: string;
  entries: Call<
    { id: number; device_id: string; entries: (Omit<P, 'sku_id'> & Sent)[] },
    { answers: Word[]; server_time: string }
  >;
  report: Call<{ id: number; device_id: string; rev: number; unsent: number }, { server_time: string }>;
  summary: Codec<P, null, D>['summary'];
}

/** How pieces are kept and sent: one stream for each document, which is the downloaded one; nothing is noted besides. */
export function piecesCodec<P extends Pieces, D extends Pick<Sheet, 'goods'>>(
  of: PiecesCodec<P, D>,
): Codec<P, null, D> {
  return {
    kind: of.kind,
    blank: null,
    noted: () => null,
    batch: through(of.entries, { input: requestOf<P>, read: answersOf }),
    report: {
      tell: through(of.report, {
        input: ({ document: id, device: device_id, rev, unsent }: Told<P, null>) => ({
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
    corrects: correctsPieces<P, D>(['add']),
    summary: of.summary,
  };
}

function requestOf<P extends Pieces>({ document: id, device: device_id, operations }: Batch<P>) {
  return {
    id,
    device_id,
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
function answersOf({ answers, server_time: serverTime }: { answers: Word[]; server_time: string }): BatchAnswer | null {
  const isAnswer = (answer: Word) => typeof answer?.op_id === 'string' && isOutcome(answer.outcome);
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
