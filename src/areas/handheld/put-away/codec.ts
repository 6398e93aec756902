import { fleetCalls, type PutAwayKind, putAwayKinds } from '#contract/areas/fleet/fleet-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { type Batch, type Codec, type Discarded, through } from '#src/local/index.ts';

/** How the server is told of what was put away on this device: one stream for each person, of no document. */
export const putAway: Codec<Discarded, null, null> = {
  kind: 'putAway',
  blank: null,
  noted: () => null,
  batch: through(fleetCalls.discarded, {
    input: ({ device: device_id, operations }: Batch<Discarded>) => ({
      device_id,
      entries: operations.map(({ op_id, at, payload }) => ({
        ...payload,
        op_id,
        kind: kindOf(payload.kind),
        what: payload.what.slice(0, whatMost),
        why: payload.why.slice(0, limits.remark),
        discarded_at: at,
      })),
    }),
    read: ({ answers, server_time: serverTime }) =>
      Array.isArray(answers)
        ? { answers: answers.map(({ op_id }) => ({ op_id, word: 'accepted' })), serverTime }
        : null,
  }),
  summary: {
    title: () => '作废的记录（报给办公室）',
    line: ({ what, reason }) => ({ what, sign: '作废', where: reason }),
    reason: () => '',
    discarding: { means: () => '办公室将看不到这次作废。', reasons: ['重复记录'] },
    question: () => null,
  },
};

function kindOf(kind: string): PutAwayKind {
  const known = putAwayKinds.find((one) => one === kind);
  if (!known) throw new Error(`nobody hears what was put away of ${kind}`);
  return known;
}

const whatMost = 200;
