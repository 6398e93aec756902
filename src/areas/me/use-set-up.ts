import { useRef, useState } from 'react';
import {
  beginSecondFactor,
  type ConfirmedSecondFactor,
  confirmSecondFactor,
  type SecondFactorProof,
  type ShownSecret,
} from '#contract/areas/me/second-factor.ts';
import type { Call } from '#contract/kit/call.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { type Failure, isPassing } from '#src/wire/sent.ts';
import type { Wire } from '#src/wire/wire.ts';

/** Setting up a second factor, step by step; draws nothing. */
export interface SetUp {
  readonly shown: ShownSecret | null;
  readonly done: ConfirmedSecondFactor | null;
  readonly running: boolean;
  /** What went wrong last, in words. */
  readonly problem: string;
  /** Asks for a secret; resolves to whether it came. */
  begin(proof: SecondFactorProof): Promise<boolean>;
  /** Hands in the first code. */
  confirm(proof: SecondFactorProof & { device_kind?: 'desktop' | 'tablet' }): Promise<ConfirmedSecondFactor | null>;
}

/** The doors take the password, so they are asked in nobody's name: also by a person who is not signed in yet. */
export function useSetUp(wire: Wire): SetUp {
  const [state, setState] = useState<Pick<SetUp, 'shown' | 'done' | 'running' | 'problem'>>(fresh);
  // A code that was handed in may have been taken: these doors keep no answers, so none can be asked for again.
  const doubtful = useRef(false);
  async function ask<In, Out>(call: Call<In, Out>, input: In): Promise<Out | null> {
    setState((before) => ({ ...before, running: true, problem: '' }));
    const sent = await wire.send(call, input, { as: null, opId: newOpId(), hideLoading: true, ownWords: true });
    if (call.path === confirmSecondFactor.path && !sent.ok && isPassing(sent.failure)) doubtful.current = true;
    setState((before) => ({
      ...before,
      running: false,
      problem: sent.ok ? '' : doubtful.current && mayBeOver(sent.failure) ? unknownWords : wordsOf(sent.failure),
    }));
    return sent.ok ? sent.value : null;
  }
  return {
    ...state,
    async begin(proof) {
      doubtful.current = false;
      const shown = await ask(beginSecondFactor, proof);
      if (shown) setState((before) => ({ ...before, shown }));
      return shown !== null;
    },
    async confirm(proof) {
      const done = await ask(confirmSecondFactor, proof);
      if (done) setState((before) => ({ ...before, done }));
      return done;
    },
  };
}

// After an unknown outcome a secret that waits no more may be in force.
function mayBeOver(failure: Failure): boolean {
  return isPassing(failure) || (failure.kind === 'refused' && failure.refusal === 'illegalTransition');
}

const unknownWords = '结果未知：两步验证可能已经开启。若已开启，请更换恢复码，这次的没有显示';

/** A secret in groups of four, for those who type it. */
export const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

const fresh = { shown: null, done: null, running: false, problem: '' };
