import type { BulkTarget } from '#contract/kit/bulk.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readOptions } from '#server/kit/read-record.ts';
import type { Values } from '#server/kit/save-record.ts';

/** Values of one row, or the first of its cells that cannot be read and why. */
export type TextsRead = { readonly values: Values } | { readonly field: string; readonly words: string };

/**
 * Reads the cells of rows as values of fields, as a form reads what is typed: labels of choices, yuan, per cent, days; references by
 * title or number, of what is in use. An empty cell says nothing. One question for each field that refers to something.
 */
export async function readTexts(
  context: ReadContext,
  fields: Fields,
  targets: readonly BulkTarget[],
): Promise<TextsRead[]> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, field] of Object.entries(fields)) {
    const texts = targets.flatMap(({ texts: cells = {} }) => partsOf(field, cells[name] ?? ''));
    if (field.target && texts.length > 0) known.set(name, await idsOf(context, field.target(), texts));
  }
  return targets.map(({ texts = {} }) => {
    const values: Values = {};
    for (const [name, field] of Object.entries(fields)) {
      const text = (texts[name] ?? '').trim();
      if (text === '') continue;
      const value = field.target ? named(field, text, known.get(name)) : field.kind.parse(text, field);
      if (value === undefined) return { field: name, words: unreadable(field, text) };
      values[name] = value;
    }
    return { values };
  });
}

function named(field: Field, text: string, known: ReadonlyMap<string, number> = new Map()): unknown {
  const ids = partsOf(field, text).map((part) => known.get(part));
  if (ids.some((id) => id === undefined)) return undefined;
  return field.kind.many ? [...new Set(ids)] : ids[0];
}

const partsOf = ({ kind }: Field, text: string): string[] =>
  (kind.many ? text.split(/[、,，;；]/) : [text]).map((part) => part.trim()).filter((part) => part !== '');

const unreadable = ({ label, target }: Field, text: string): string =>
  target ? `${label}“${text}”不存在或已停用` : `${label}“${text}”不正确`;

async function idsOf(
  { db, actor }: ReadContext,
  target: AnyDefinition,
  texts: readonly string[],
): Promise<Map<string, number>> {
  const { list } = await readOptions(db, target, { actor, asked: { texts: [...new Set(texts)] } });
  return new Map(list.flatMap(({ id, text }) => (text === undefined ? [] : [[text, id]])));
}
