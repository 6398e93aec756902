import { sql } from 'kysely';
import type { EventKind } from '#contract/kit/event.ts';
import type { WriteContext } from './call-context.ts';

type Handler = (context: WriteContext, payload: never) => Promise<void>;

/** What areas tell one another: a handler runs inside the transaction of what happened, and its failure undoes both. */
export class Events {
  readonly #handlers = new Map<string, Handler[]>();

  /** Follows an event up. */
  on<Payload>(kind: EventKind<Payload>, handle: (context: WriteContext, payload: Payload) => Promise<void>): void {
    this.#handlers.set(kind.name, [...(this.#handlers.get(kind.name) ?? []), handle as Handler]);
  }

  /** Says that it has happened, and keeps it; an event that nobody follows up is none the worse for it. */
  async emit<Payload>(context: WriteContext, kind: EventKind<Payload>, payload: Payload): Promise<void> {
    if (kind.kept)
      await sql`
        insert into event_log (name, payload, op_id, admin_id, at)
        values (${kind.name}, ${JSON.stringify(payload)}::jsonb, ${context.opId}::uuid, ${context.actor.id}, ${context.now.toISOString()})`.execute(
        context.db,
      );
    for (const handle of this.#handlers.get(kind.name) ?? []) await handle(context, payload as never);
  }
}
