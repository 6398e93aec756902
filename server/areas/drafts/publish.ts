import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { draftFields } from '#contract/areas/drafts/spu-draft.ts';
import { colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { delSpuCall } from '#contract/areas/goods/del-spu.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isGiven } from '#contract/kit/given.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runWithin } from '#server/kit/run-call.ts';
import type { Values } from '#server/kit/save-record.ts';

/**
 * Makes the style that a draft describes, and a piece of it in each colour and size, by the calls that make one: permission, schema,
 * rules and history are theirs. Without sizes it comes in every size of its run, without colours as a style alone.
 */
export async function publishDraft(
  { registry }: { readonly registry: Registry },
  context: WriteContext,
  draft: Values,
): Promise<void> {
  const given = Object.entries(draft).filter(([name, value]) => name in draftFields && isGiven(value));
  const input = Object.fromEntries(given);
  const colors = await colorsOf(context, (draft.colors as string[] | null) ?? []);
  const sizes = await sizesOf(context, draft);
  const style = (await make(registry, context, callsOf(spu).add, input)) as Saved;
  for (const color of colors)
    for (const size of sizes)
      await make(registry, context, callsOf(sku).add, {
        spu_id: style.id,
        color_value_id: color,
        size_id: size,
        tag_price: input.tag_price,
      });
  await sql`update spu_draft set spu_id = ${style.id} where id = ${draft.id}`.execute(context.db);
}

/** Takes the style of a draft back, where nothing has become of it yet. */
export async function withdrawDraft(
  { registry }: { readonly registry: Registry },
  context: WriteContext,
  draft: Values,
): Promise<void> {
  // The draft lets go of its style first: what is referred to is not removed.
  await sql`update spu_draft set spu_id = null where id = ${draft.id}`.execute(context.db);
  await make(registry, context, delSpuCall, { ids: [draft.spu_id] });
}

async function make(
  registry: Registry,
  context: WriteContext,
  call: ReturnType<typeof callsOf>['add'],
  input: Values,
): Promise<unknown> {
  const served = registry.find(call);
  if (!served) throw new Error(`${call.path} is not served`);
  // The publishing itself is what is remembered by its op id.
  return await runWithin({ ...context, opId: randomUUID() }, served, input);
}

const colorsOf = async (context: WriteContext, names: readonly string[]): Promise<number[]> =>
  await named(context, names, {
    field: 'colors',
    words: (name) => `颜色属性中没有“${name}”`,
    from: sql`attribute_value v join attribute_key k on k.id = v.key_id where k.code = ${colorKeyCode} and v.status = 1 and v.value = n.name`,
  });

async function sizesOf(context: WriteContext, draft: Values): Promise<number[]> {
  const names = (draft.sizes as string[] | null) ?? [];
  const run = draft.size_type_id;
  if (names.length > 0) {
    if (run === null) throw new Refusal('invalid', '填写尺码时请选择尺码组', 'size_type_id');
    return await named(context, names, {
      field: 'sizes',
      words: (name) => `尺码组中没有“${name}”`,
      from: sql`size v where v.size_type_id = ${run} and (v.name = n.name or v.code = n.name)`,
    });
  }
  const { rows } = await sql<{ id: number }>`
    select id from size where size_type_id = ${run} order by "order", id`.execute(context.db);
  return rows.map(({ id }) => id);
}

interface Naming {
  readonly field: string;
  words(name: string): string;
  /** What there is, as rows of `v`, of the one that `n.name` names. */
  readonly from: RawBuilder<unknown>;
}

async function named(
  { db }: WriteContext,
  names: readonly string[],
  { field, words, from }: Naming,
): Promise<number[]> {
  const { rows } = await sql<{ name: string; id: number | null }>`
    select n.name, (select v.id from ${from} order by v.id limit 1) as id from unnest(${names}::text[]) with ordinality as n (name, place) order by n.place`.execute(
    db,
  );
  const missing = rows.find(({ id }) => id === null);
  if (missing) throw new Refusal('invalid', words(missing.name), field);
  return [...new Set(rows.flatMap(({ id }) => id ?? []))];
}
