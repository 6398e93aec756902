import { spu } from '#contract/areas/goods/spu.ts';
import { styleColumns } from '#contract/areas/goods/style-columns.ts';
import type { ColumnKey, StyleColumnKey } from '#contract/areas/tasks/import-column.ts';
import type { Mapping } from '#contract/areas/tasks/import-columns.ts';
import type { Field } from '#contract/kit/field.ts';
import { type BilingualMessage, shown } from '#server/sheets/bilingual-message.ts';

/** What one row of a catalogue says of its style and of its place in it; what it does not say is absent. */
export type StyleCells = Readonly<Partial<Record<StyleColumnKey, string>>> & { readonly barcodes: readonly string[] };

/** Does the sheet say anything of styles? Without such a column every code is a style by itself (decision 0025). */
export function hasStyles(mapping: Mapping): boolean {
  return styleColumns.some(({ key }) => mapping[key] !== undefined);
}

/** Barcodes of one cell, parted by blanks or the marks that people list things with. */
export function barcodesIn(cell: string): string[] {
  return [...new Set(cell.split(/[\s,;|、，；｜]+/).filter((one) => one !== ''))];
}

/** Reads the style's cells of a row. Seasons and sexes come as their words in the product, where they are such. */
export function readStyleCells(cell: (key: ColumnKey) => string | undefined): StyleCells {
  const said = styleColumns.flatMap(({ key }) => {
    const text = plain(cell(key) ?? '');
    return text === '' ? [] : [[key, key in words ? wordOf(key as Word, text) : text] as const];
  });
  return { ...Object.fromEntries(said), barcodes: [] };
}

/** What is wrong with the style's cells of a row by themselves. */
export function wrongStyleCells(cells: StyleCells, mapping: Mapping): BilingualMessage[] {
  const wrong: BilingualMessage[] = [];
  if (mapping.style !== undefined && cells.style === undefined) wrong.push({ en: 'no style number', zh: '没有款号' });
  for (const [key, most] of Object.entries(longest)) {
    const text = cells[key as StyleColumnKey];
    const { label } = columnOf(key as StyleColumnKey);
    if (text !== undefined && text.length > most)
      wrong.push({ en: `${key} longer than ${most} characters: ${shown(text)}`, zh: `${label}超过 ${most} 个字符` });
  }
  for (const [key, field] of Object.entries(words)) {
    const text = cells[key as Word];
    const allowed = Object.keys(field.choices ?? {});
    if (text !== undefined && !allowed.includes(text))
      wrong.push({
        en: `${key} is none of ${allowed.join(', ')}: ${shown(text)}`,
        zh: `${columnOf(key as Word).label}应为 ${allowed.join('、')}：${shown(text)}`,
      });
  }
  return wrong;
}

/** The column of a key. */
export function columnOf(key: StyleColumnKey): (typeof styleColumns)[number] {
  const found = styleColumns.find((one) => one.key === key);
  if (!found) throw new Error(`no column ${key}`);
  return found;
}

type Word = 'season' | 'sex';

const words: Readonly<Record<Word, Field>> = { season: spu.fields.season_name, sex: spu.fields.sex_name };

// What is longer is in no table, and cannot be made.
const longest = { style: 32, brand: 64, color: 64, size: 16, size_type: 64, unit: 16 } as const;

function wordOf(key: Word, text: string): string {
  const found = Object.entries(words[key].choices ?? {}).find(([word, label]) => word === text || label === text);
  return found?.[0] ?? text;
}

/** A cell without control characters, with single blanks. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
