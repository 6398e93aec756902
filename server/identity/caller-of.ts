import type { FastifyRequest } from 'fastify';
import type { Identity } from './identity.ts';

/** Whom a request counts for: its person, however many sessions they have; else the address it comes from. */
export async function callerOf(
  identity: Identity,
  { headers: { authorization: token }, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<string> {
  if (token === undefined) return ip;
  try {
    const recognised = await identity.recognise(token);
    return 'actor' in recognised ? `person ${recognised.actor.id}` : ip;
  } catch {
    // The call asks the same and says what is wrong.
    return ip;
  }
}
