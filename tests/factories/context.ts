import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createLog } from '#server/platform/log.ts';
import type { House } from '#tests/boot/house.ts';

/** What a call of this person is given, in a transaction of the test: for events that are raised without their call. */
export function contextIn(house: House, tx: WriteContext['db'], actor: Actor): WriteContext {
  const origin = { requestId: 'test', ip: 'test', device: undefined, userAgent: '' };
  return { db: tx, actor, now: house.clock.now(), opId: randomUUID(), origin, log: createLog({ level: 'silent' }) };
}
