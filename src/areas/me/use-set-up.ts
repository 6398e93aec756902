import { useState } from 'react';
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
  // `unknown`: what is said when the call may have been heard. These doors keep no answers, so none can be asked for again.
  async function ask<In, Out>(call: Call<In, Out>, input: In, unknown?: string): Promise<Out | null> {
    setState((before) => ({ ...before, running: true, problem: '' }));
    const sent = await wire.send(call, input, { as: null, opId: newOpId(), quiet: true });
    setState((before) => ({
      ...before,
      running: false,
      problem: sent.ok ? '' : wordsOfProblem(sent.failure, unknown),
    }));
    return sent.ok ? sent.value : null;
  }
  return {
    ...state,
    async begin(proof) {
      const shown = await ask(beginSecondFactor, proof);
      if (shown) setState((before) => ({ ...before, shown }));
      return shown !== null;
    },
    async confirm(proof) {
      const done = await ask(
        confirmSecondFactor,
        proof,
        '结果未知：两步验证可能已经开启。若已开启，请更换恢复码，这次的没有显示',
      );
      if (done) setState((before) => ({ ...before, done }));
      return done;
    },
  };
}

function wordsOfProblem(failure: Failure, unknown: string | undefined): string {
  return unknown !== undefined && isPassing(failure) ? unknown : wordsOf(failure);
}

/** A secret in groups of four, for those who type it. */
export const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

const fresh = { shown: null, done: null, running: false, problem: '' };
