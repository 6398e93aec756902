import type { FastifyRequest } from 'fastify';
import type { Identity } from './identity.ts';

/** Whom a request counts for: its person, however many sessions they have; an application by its token; else the address it comes from. */
export async function callerOf(
  identity: Identity,
  { headers: { authorization: token }, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<string> {
  if (token === undefined) return ip;
  try {
    const recognised = await identity.recognise(token);
    if (!('actor' in recognised)) return ip;
    const { id, sessionId, isApp } = recognised.actor;
    return isApp ? `application ${sessionId}` : `person ${id}`;
  } catch {
    // The call asks the same and says what is wrong.
    return ip;
  }
}
