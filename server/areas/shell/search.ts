import { sql } from 'kysely';
import { z } from 'zod';
import { accessesOf, recordAddress } from '#contract/areas/shell/addresses.ts';
import { type Found, find, findLength, mayBeName, mostFound } from '#contract/areas/shell/search.ts';
import { definitions } from '#contract/definitions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { spelledGoods } from '#server/kit/goods-by-initials.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { type Hit, searchOf, spelledOf } from './search-kinds.ts';
import { namedHits } from './search-names.ts';

/** Serves the search by number behind the command palette (design §8). */
export function serveSearch({ registry }: Kit): void {
  const asked = z.strictObject({
    text: z
      .string()
      .trim()
      .max(findLength.most)
      .refine(isLongEnough, `至少 ${findLength.least} 个字母或数字，或 ${findLength.leastHan} 个汉字`),
  });
  registry.read(find, asked, async (context, { text }) => ({ list: await found(context, text) }));
}

const isLongEnough = (text: string): boolean => text.length >= findLength.least || mayBeName(text);

/** One statement over every kind that this person may see: the very number, then those that begin so, then those that have it, then names. */
async function found({ db, actor }: ReadContext, text: string): Promise<Found[]> {
  const open = definitions.filter((definition) => mayOpen(definition, actor));
  const searches = open.flatMap((definition) => searchOf(definition, { actor, text }));
  for (const definition of open)
    for (const where of await spelledGoods(db, definition, text))
      searches.push(...spelledOf(definition, { actor, where }));
  const { rows } =
    searches.length === 0
      ? { rows: [] }
      : await sql<Hit>`
    select * from (${sql.join(searches, sql` union all `)}) as f
    order by f.likeness, f.place, f.no desc limit ${mostFound}`.execute(db);
  const named = await namedHits(db, { actor, text, mayOpen: (definition) => mayOpen(definition, actor) });
  const hits = [...rows, ...named].toSorted((one, another) => one.likeness - another.likeness).slice(0, mostFound);
  const shownOnce = new Map(
    hits
      .flatMap(shown)
      .toReversed()
      .map((one) => [one.route, one]),
  );
  return [...shownOnce.values()].toReversed();
}

function mayOpen(definition: AnyDefinition, actor: Actor): boolean {
  return accessesOf(definition).every((access) => access !== undefined && allows(actor, access));
}

function shown({ kind, id, no, own_no, name, status, likeness }: Hit): Found[] {
  const definition = definitions.find((one) => one.name === kind);
  const route = definition && recordAddress(definition, { id, no: own_no });
  if (!route) return [];
  const [label, , tone] = (status !== null && definition.states?.[status]) || [];
  const isBarcode = no !== own_no;
  return [
    {
      label: isBarcode ? '条码' : definition.label,
      no,
      name,
      state: label && tone ? { label, tone } : null,
      exact: likeness === 0,
      route,
    },
  ];
}
