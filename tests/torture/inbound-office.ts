import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Send } from '#src/local/stream-turn.ts';
import type { House } from '#tests/boot/house.ts';

/** The radio between a tablet and the house: there or not, and able to lose an answer after the house has written everything. */
export interface Radio {
  send: Send;
  online: boolean;
  /** So many answers from now on are lost. */
  loses: number;
  /** While this is set no answer ever comes; it is called once the house has written everything. */
  swallow: (() => void) | undefined;
}

/** A radio by which this person's tablet reaches the served house. */
export function radioTo(house: Pick<House, 'ask' | 'clock'>, person: Actor): Radio {
  const radio: Radio = {
    online: false,
    loses: 0,
    swallow: undefined,
    async send(call, input) {
      if (!radio.online) return { ok: false, failure: { kind: 'offline' } };
      try {
        const value = await house.ask(person, call as never, input as never);
        if (radio.swallow) {
          radio.swallow();
          return await new Promise(() => {});
        }
        if (radio.loses > 0) {
          radio.loses -= 1;
          return { ok: false, failure: { kind: 'timeout' } };
        }
        return { ok: true, value: value as never, serverTime: house.clock.now().getTime() };
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        const { kind, code, message: msg } = problem;
        return { ok: false, failure: { kind: 'refused', refusal: kind, code, msg, field: null } };
      }
    },
  };
  return radio;
}
