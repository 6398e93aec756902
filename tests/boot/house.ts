import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Call, InputOf, OutputOf } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { serveEverything } from '#server/application.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { takeDueTransitions } from '#server/kit/due-transitions.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { onItsVersion } from '#server/kit/on-its-version.ts';
import { runCall } from '#server/kit/run-call.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { createLog } from '#server/platform/log.ts';
import { cheapPasswords } from './passwords.ts';

interface AskOptions {
  readonly opId?: string;
  /** Sent as it stands: a step with one record, and a removal, otherwise take the version that the record has now, as a screen opened this moment does. */
  readonly asIs?: true;
}

/** The served house over a test database, asked the way the frame asks it but without HTTP: permission, schema, op id, transaction. */
export interface House {
  readonly db: Kysely<unknown>;
  /** Time stands still until it is moved. */
  clock: { now(): Date; set(at: Date | string): void; advance(milliseconds: number): Date };
  /** Makes a call as this person; throws the Refusal the caller would be answered with. */
  ask<C extends Call>(actor: Actor, call: C, input: InputOf<C>, options?: AskOptions): Promise<OutputOf<C>>;
  /** Takes the steps whose time has come, as the server does every second; how many were taken. */
  takeDue(): Promise<number>;
  readonly kit: Kit;
  /** A signed-in person with these permission keys. */
  person(name: string, keys: readonly string[], scope?: readonly ScopeRule[]): Promise<Actor>;
}

/** Opens a house on a migrated database; `also` are documents of a test that it serves besides its own. */
export function openHouse(
  db: Kysely<unknown>,
  start = '2026-03-02T02:00:00.000Z',
  also: readonly AnyDefinition[] = [],
): House {
  const kit = serveEverything(new Numbers(db), cheapPasswords());
  for (const definition of also) serveDocument(kit, definition);
  const { registry } = kit;
  const served = new Map(registry.all().map((one) => [`${one.call.service}${one.call.path}`, one]));
  const told = new Map<string, unknown>();
  const log = createLog({ level: 'silent' });
  let now = new Date(start);
  const clock: House['clock'] = {
    now: () => now,
    set: (at) => {
      now = new Date(at);
    },
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
      return now;
    },
  };
  return {
    db,
    clock,
    kit,
    takeDue: () => takeDueTransitions({ db, clock, log }, registry),
    async ask(actor, call, input, options = {}) {
      const found = served.get(`${call.service}${call.path}`);
      if (!found) throw new Error(`${call.path} is not served`);
      const origin = { requestId: 'test', ip: '127.0.0.1', device: 'test-device', userAgent: 'test' };
      const opId = options.opId ?? randomUUID();
      // A repeat says what was said at first, whatever has become of the record since.
      const said = `${opId} ${JSON.stringify(input)}`;
      const body = options.asIs ? input : (told.get(said) ?? (await onItsVersion(db, found, input)));
      if (options.opId) told.set(said, body);
      const answer = await runCall({ db, clock, log }, found, { actor, body, opId, origin });
      if (answer instanceof FileAnswer) answer.sent();
      return answer as never;
    },
    async person(name, keys, scope) {
      const { rows } = await sql<{
        id: number;
      }>`insert into admin (username, nickname) values (${`${name}-${randomUUID().slice(0, 8)}`}, ${name}) returning id`.execute(
        db,
      );
      return {
        id: rows[0]?.id ?? 0,
        username: name,
        nickname: name,
        sessionId: 1,
        permissions: new Set(keys),
        scope: scope ?? 'everything',
      };
    },
  };
}
