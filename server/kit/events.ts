import { sql } from 'kysely';
import type { EventKind, InquiryKind } from '#contract/kit/event.ts';
import type { ReadContext, WriteContext } from './call-context.ts';

type Handler = (context: WriteContext, payload: never, event: number | undefined) => Promise<void>;
type Answerer = (context: ReadContext, question: never) => Promise<unknown>;

/** What areas tell one another: a handler runs inside the transaction of what happened, and its failure undoes both. */
export class Events {
  readonly #handlers = new Map<string, Handler[]>();
  readonly #answerers = new Map<string, Answerer[]>();

  /** Follows an event up; `event` is its id in `event_log`, for whoever keeps what came of it. A question has none. */
  on<Payload>(
    kind: EventKind<Payload>,
    handle: (context: WriteContext, payload: Payload, event: number | undefined) => Promise<void>,
  ): void {
    this.#handlers.set(kind.name, [...(this.#handlers.get(kind.name) ?? []), handle]);
  }

  /** Says that it has happened, and keeps it; an event that nobody follows up is none the worse for it. */
  async emit<Payload>(context: WriteContext, kind: EventKind<Payload>, payload: Payload): Promise<void> {
    const event = kind.kept ? await keep(context, kind.name, payload) : undefined;
    for (const handle of this.#handlers.get(kind.name) ?? []) await handle(context, payload as never, event);
  }

  /** Answers an inquiry, in the transaction of whoever asks where there is one. */
  answers<Question, Answer>(
    kind: InquiryKind<Question, Answer>,
    answer: (context: ReadContext, question: Question) => Promise<Answer>,
  ): void {
    this.#answerers.set(kind.name, [...(this.#answerers.get(kind.name) ?? []), answer]);
  }

  /** Asks all others; one answer of each area that has something to say, none where nobody has. */
  async ask<Question, Answer>(
    context: ReadContext,
    kind: InquiryKind<Question, Answer>,
    question: Question,
  ): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const answer of this.#answerers.get(kind.name) ?? [])
      answers.push((await answer(context, question as never)) as Answer);
    return answers;
  }
}

async function keep(context: WriteContext, name: string, payload: unknown): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into event_log (name, payload, op_id, admin_id, at)
    values (${name}, ${JSON.stringify(payload)}::jsonb, ${context.opId}::uuid, ${context.actor.id}, ${context.now.toISOString()}) returning id`.execute(
    context.db,
  );
  return rows[0]?.id;
}
