import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CountAnswer, countCall, reportCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Call } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import { forget } from '#src/engine/query-keys.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { newOpId } from '#src/wire/op-id.ts';
import { type Failure, isPassing } from '#src/wire/sent.ts';
import type { Figure } from './count-entries.ts';

/** Sends the figures of a grid. */
export interface CountPost {
  /**
   * Sends all figures, in parts; answers what became of each that was answered, in their order. What nobody answered is
   * asked about until it is, or given up.
   */
  post(figures: readonly Figure[]): Promise<{ answers: Map<Figure, CountAnswer>; failure: Failure | null }>;
  readonly progress: { done: number; of: number } | null;
  /** A part whose outcome is unknown. */
  readonly held: { readonly failure: Failure; retry(): void; giveUp(): void } | null;
}

/** The place of this sitting in the order of counts: a device of its own, so that no tablet's order is disturbed. */
const newStream = () => ({ device: `desk-${newOpId()}`, seq: 0, rev: 0 });

/** Sends what is counted at a desk, by the call that tablets use (amendments A): every figure with an op id of its own. */
export function useCountPost(id: number): CountPost {
  const wire = useWire();
  const queries = useQueryClient();
  const stream = useRef(newStream());
  const [progress, setProgress] = useState<CountPost['progress']>(null);
  const [held, setHeld] = useState<CountPost['held']>(null);

  /** The same call with the same op id until there is an answer; the failure where there is none to be had. */
  async function persist<In, Out>(call: Call<In, Out>, input: In): Promise<{ value: Out } | { failure: Failure }> {
    const opId = newOpId();
    for (;;) {
      const sent = await wire.send(call, input, { opId });
      if (sent.ok) return { value: sent.value };
      const { failure } = sent;
      if (!isPassing(failure)) return { failure };
      const again = await new Promise<boolean>((decide) =>
        setHeld({ failure, retry: () => decide(true), giveUp: () => decide(false) }),
      );
      setHeld(null);
      if (!again) return { failure };
    }
  }

  async function post(figures: readonly Figure[]): ReturnType<CountPost['post']> {
    const answers = new Map<Figure, CountAnswer>();
    const { device } = stream.current;
    const stop = (failure: Failure) => {
      // Nobody knows how far this order has come: what is sent next begins another.
      stream.current = newStream();
      return { answers, failure };
    };
    try {
      for (let at = 0; at < figures.length; at += limits.drainBatchMost) {
        setProgress({ done: at, of: figures.length });
        const part = figures.slice(at, at + limits.drainBatchMost);
        const byOpId = new Map(part.map((figure) => [newOpId(), figure]));
        const entries = [...byOpId].map(([op_id, { entry }]) => ({
          ...entry,
          op_id,
          seq: (stream.current.seq += 1),
        }));
        const sent = await persist(countCall, { id, device_id: device, device_name: '电脑录入', entries });
        if ('failure' in sent) return stop(sent.failure);
        for (const answer of sent.value.answers) {
          const figure = byOpId.get(answer.op_id);
          if (figure) answers.set(figure, answer);
        }
      }
      const zones = [...new Set(figures.map(({ entry }) => entry.zone))];
      const round = figures[0]?.entry.round;
      stream.current.rev += 1;
      const told = await persist(reportCall, {
        id,
        device_id: device,
        rev: stream.current.rev,
        round,
        zones: zones.map((zone) => ({ zone, unsent: 0, finished: true })),
      });
      return 'failure' in told ? stop(told.failure) : { answers, failure: null };
    } finally {
      setProgress(null);
      await forget(queries, stocktaking);
    }
  }

  return { post, progress, held };
}
