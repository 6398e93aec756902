import { type Kysely, sql } from 'kysely';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, isDocument } from '#contract/kit/definition.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { calledSteps } from '#contract/kit/transition.ts';
import { setConfig } from '#tests/factories/buying.ts';
import { sampleOf } from '#tests/factories/samples.ts';
import { addressOf, makerOf } from '#tests/factories/samples-of-house.ts';
import { payloadAt, payloads, poisoned } from './payloads.ts';

/** Makes a call of the running product as somebody who may do everything. */
export type Post = (address: string, body: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

const remark = { remark: prose('备注') };

/** Texts that are taken only if they name what is there. */
const naming: Readonly<Record<string, readonly string[]>> = { imperfectRecord: ['source_no'] };

/**
 * Stores every payload in every text that a person may type, of every definition that can be added, through its own call;
 * the documents among them are cancelled with a payload for a reason. Throws when one is refused.
 */
export async function storePayloads(db: Kysely<unknown>, post: Post): Promise<void> {
  // The days of samples are long past, and the company of the journeys began later.
  await sql`
    insert into account_period (period, start_date, end_date) values ('2026-03', '2026-03-01', '2026-03-31')
    on conflict (period) do update set status = 1, closed_by = null, closed_at = null`.execute(db);
  await setConfig({ db }, 'back_date_days', 365);
  const server = { call: async (url: string, body?: unknown) => (await post(url, body)) as never };
  const { make, special } = makerOf(db, { server, everyone: {} });
  for (const definition of definitions.filter((one) => one.calls.add)) {
    const sample = await sampleOf(definition, make, special);
    for (const turn of payloads.keys()) {
      const own = await special[definition.name]?.();
      const id = await stored(post, definition, { ...poison(definition, sample, turn), ...own });
      if (isDocument(definition) && turn % 5 === 0) await cancel(post, definition, { id, reason: payloadAt(turn) });
    }
  }
}

function poison(definition: AnyDefinition, sample: Record<string, unknown>, turn: number): Record<string, unknown> {
  const tail = String(turn);
  const fields = isDocument(definition) ? { ...definition.fields, ...remark } : definition.fields;
  const lines = (sample['lines'] as Record<string, unknown>[] | undefined)?.map((line) =>
    poisoned(definition.lines?.fields ?? {}, { sample: line, turn, tail }),
  );
  const values = poisoned(fields, { sample, turn, tail });
  // What the record does not have, by its rules and conditions, is left as it is.
  const unseen = Object.keys(fields).filter((name) => fields[name]?.visible?.(values, values) === false);
  const refused = [
    ...(naming[definition.name] ?? []),
    ...(definition.rules ?? []).flatMap((rule) => rule(values)?.field ?? []),
    ...unseen,
  ];
  const kept = Object.fromEntries(refused.map((name) => [name, sample[name]]));
  return { ...values, ...kept, ...(lines ? { lines } : {}) };
}

async function stored(post: Post, definition: AnyDefinition, values: Record<string, unknown>): Promise<number> {
  const { body } = await post(addressOf(definition, definition.calls.add?.[0] ?? ''), values);
  if (body['code'] !== 200)
    throw new Error(`${definition.name} does not take ${JSON.stringify(values)}: ${JSON.stringify(body)}`);
  return (body['result'] as { id: number }).id;
}

async function cancel(
  post: Post,
  definition: AnyDefinition,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const step = calledSteps(definition).find((one) => one.cancels && one.from.includes(0));
  if (!step) return;
  const { body } = await post(addressOf(definition, step.segment), { id, reason, remark: reason });
  if (body['code'] !== 200) throw new Error(`${definition.name} is not cancelled: ${JSON.stringify(body)}`);
}
