import { sql } from 'kysely';
import { describedStyle, readAttributeText } from '#contract/areas/goods/described-style.ts';
import { besides } from '#contract/areas/goods/pictures.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { editRecord, type Values } from '#server/kit/save-record.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { nearest } from './category-property.ts';
import { spuHooks } from './spu.ts';

/** Attributes in words, as sheets and batches have them: read as lines of the style and saved by its own edit, with all that it refuses. */
export function serveDescribedStyle(kit: Kit): void {
  const { edit: _edit, ...calls } = describedStyle.calls;
  serveEntity(kit, { ...describedStyle, calls });
  kit.registry.write(
    callsOf(describedStyle).edit,
    seenSchema(describedStyle, (seen) => saveSchema(seen, 'edit')),
    (context, input: Values) => describe(context, kit, input as unknown as Described),
    describedStyle,
  );
}

interface Described {
  readonly id: number;
  readonly version: number;
  readonly attributes?: readonly string[] | null;
}

async function describe(context: WriteContext, kit: Kit, { id, version, attributes }: Described): Promise<Saved> {
  const [style] = await lockRecords(context, spu, [id]);
  if (!style) throw new Refusal('notFound');
  if (style.version !== version) throw new Refusal('versionConflict');
  if (attributes === undefined) return { id, version, no: String(style.spu_no) };
  const lines = await linesOf(context, { id, categoryId: Number(style.category_id) }, attributes ?? []);
  return await editRecord(context, {
    definition: spu,
    input: { id, version, lines },
    hooks: spuHooks(kit),
    numbers: kit.numbers,
  });
}

interface Key {
  id: number;
  name: string;
  input_type: number;
  bound: boolean;
  line: number | null;
  value_ids: number[] | null;
  text: string | null;
}

const refuse = (words: string): never => {
  throw new Refusal('invalid', words, 'attributes');
};

/** The lines that a style is to have: those that are said, and where others stay those as well. */
async function linesOf(
  context: WriteContext,
  style: { id: number; categoryId: number },
  said: readonly string[],
): Promise<Values[]> {
  const { rows: keys } = await sql<Key>`
    select k.id, k.name, k.input_type, b.key_id is not null as bound, a.id as line, a.value_ids, a.text
    from attribute_key k left join (${nearest(style.categoryId)}) b on b.key_id = k.id
      left join spu_attribute a on a.key_id = k.id and a.spu_id = ${style.id}
    where b.key_id is not null or a.id is not null order by a.id nulls last, k.id`.execute(context.db);
  const wanted = new Map<number, string>();
  for (const text of said.filter((one) => one !== besides)) {
    const read = readAttributeText(text);
    const named = keys.filter(({ name }) => name === read?.name);
    const [key, other] = named.some(({ bound }) => bound) ? named.filter(({ bound }) => bound) : named;
    if (!read || !key) return refuse(`“${read?.name ?? text}”不是该分类的属性`);
    if (other) return refuse(`该分类有多个名为“${key.name}”的属性，请在商品中修改`);
    if (wanted.has(key.id)) return refuse(`“${key.name}”写了两次`);
    wanted.set(key.id, read.value);
  }
  const values = await valuesOf(context, keys, wanted);
  return keys.flatMap((key): Values[] => {
    const given = wanted.get(key.id);
    if (given === '' || (given === undefined && (said[0] !== besides || key.line === null))) return [];
    const line = { ...(key.line === null ? {} : { id: key.line }), key_id: key.id };
    if (given === undefined) return [{ ...line, value_ids: key.value_ids, text: key.text }];
    return [
      isChosen(key)
        ? { ...line, value_ids: values.get(key.id) ?? [], text: null }
        : { ...line, value_ids: [], text: given },
    ];
  });
}

/** Inputs that choose among values (`attributeInputs`). */
const choosing: readonly number[] = [1, 2];

const isChosen = ({ input_type: type }: Pick<Key, 'input_type'>): boolean => choosing.includes(type);

const wordsOf = (text: string): string[] =>
  text
    .split(/[、,，;；]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The ids of the values that are named, for each attribute that is chosen; one question for all. */
async function valuesOf(
  { db }: WriteContext,
  keys: readonly Key[],
  wanted: ReadonlyMap<number, string>,
): Promise<Map<number, number[]>> {
  const chosen = keys.filter((key) => isChosen(key) && wanted.has(key.id));
  const { rows } = await sql<{ id: number; key_id: number; value: string; status: number }>`
    select id, key_id, value, status from attribute_value
    where key_id = any(${chosen.map(({ id }) => id)}::bigint[]) order by status desc, id`.execute(db);
  return new Map(
    chosen.map((key) => {
      const given = (wanted.get(key.id) ?? '').trim();
      const own = rows.filter(({ key_id }) => key_id === key.id);
      // A value that has a stop in its name is found whole.
      const words = own.some(({ value }) => value === given) ? [given] : wordsOf(given);
      const ids = words.map((word) => {
        const found = own.find(({ value }) => value === word);
        if (!found) return refuse(`“${key.name}”没有属性值“${word}”`);
        if (found.status !== 1 && !(key.value_ids ?? []).includes(found.id))
          return refuse(`“${key.name}”的“${word}”已停用`);
        return found.id;
      });
      return [key.id, [...new Set(ids)]];
    }),
  );
}
