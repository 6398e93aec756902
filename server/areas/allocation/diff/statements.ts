import { sql } from 'kysely';
import type { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { answerHours, side, sides } from '#contract/areas/allocation/allot-enums.ts';
import type { TransitionRequest } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { endOf, isAt, otherEnd } from '../sides.ts';

/** Whoever stands at neither end says nothing; whoever has spoken for one says nothing for the other. */
export function maySpeak(actor: Actor, document: LockedDocument<typeof allotDiff>): Refusal | undefined {
  const open = [side.sender, side.receiver].filter((code) => speaksFor(actor, document, code) === undefined);
  return open.length > 0 ? undefined : new Refusal('forbidden', '只能由调出方和调入方举证，且同一人不能代表两方');
}

function speaksFor(actor: Actor, document: LockedDocument<typeof allotDiff>, code: number): Refusal | undefined {
  const end = endOf(code);
  if (!isAt(actor, document[end])) return otherEnd(end);
  const other = code === side.sender ? 'in_said_by' : 'out_said_by';
  if (document[other] !== actor.id) return undefined;
  return new Refusal(
    'forbidden',
    `您已代表${sides[code === side.sender ? side.receiver : side.sender]}举证，不能再代表${sides[code as 1 | 2]}`,
  );
}

/** Writes down who said what for which end, and until when the other end is waited for: not at all once both have spoken. */
export async function tellStatement(
  { actor, now }: WriteContext,
  document: LockedDocument<typeof allotDiff>,
  _rejects: boolean,
  input: TransitionRequest,
): Promise<Values> {
  const refusal = speaksFor(actor, document, Number(input.side));
  if (refusal) throw refusal;
  const [own, other] = input.side === side.sender ? (['out', 'in'] as const) : (['in', 'out'] as const);
  const due = new Date(Date.parse(requireField(document, 'asked_at')) + answerHours * 3_600_000);
  const waits = document[`${other}_said_at`] === null && due > now;
  return {
    [`${own}_statement`]: input.statement,
    [`${own}_said_by`]: actor.id,
    [`${own}_said_at`]: now.toISOString(),
    answer_by: waits ? due.toISOString() : null,
  };
}

/** What the end says it counted, line by line. */
export async function keepCounts({ context, document, input }: Step<typeof allotDiff>): Promise<undefined> {
  const column = sql.ref(input.side === side.sender ? 'out_say_qty' : 'in_say_qty');
  await sql`
    update allot_diff_line l set ${column} = e.say_qty
    from jsonb_to_recordset(${JSON.stringify(input.lines ?? [])}::jsonb) as e (line_id bigint, say_qty bigint)
    where l.id = e.line_id and l.allot_diff_id = ${document.id}`.execute(context.db);
  return undefined;
}

/** Sent back for more: both ends are asked again, and what they said stays until they say something else. */
export async function askAgain({ context, rejects }: Step<typeof allotDiff>): Promise<Values | undefined> {
  if (!rejects) return undefined;
  return { out_said_at: null, in_said_at: null, answer_by: null, asked_at: context.now.toISOString() };
}
