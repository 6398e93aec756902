import { attributeText, describedStyle, readAttributeText } from '#contract/areas/goods/described-style.ts';
import { besides } from '#contract/areas/goods/pictures.ts';
import type { NamedTarget } from '#src/engine/bulk/read-targets.ts';
import { forSheet } from '#src/kit/desk/for-sheet.ts';

/** What a cell says that takes the attribute from the style; an empty one says nothing. */
export const clearing = '清空';

const { spu_no: number, style_no: style, name: title } = describedStyle.fields;
const keys = [number.label, style.label];

export interface SaidStyle {
  readonly spu_no: string;
  readonly style_no: string;
  readonly name: string;
  readonly attributes: readonly string[];
}

/** The styles of a category with what they say of these attributes, as a sheet. */
export function attributeSheet(names: readonly string[], styles: readonly SaidStyle[]): string {
  const lines = styles.map(({ spu_no, style_no, name, attributes }) => {
    const said = new Map(
      attributes.flatMap((text) => readAttributeText(text) ?? []).map((one) => [one.name, one.value]),
    );
    return [spu_no, style_no, name, ...names.map((one) => said.get(one) ?? '')];
  });
  return [[...keys, title.label, ...names], ...lines].map((cells) => `${cells.map(forSheet).join('\t')}\r\n`).join('');
}

/** The rows of such a sheet as what is asked for: only what they name changes. */
export function readAttributeSheet(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): { readonly targets: readonly NamedTarget[] } | { readonly words: string } {
  const [head = [], ...body] = rows;
  const keyAt = head.indexOf(keys.find((key) => head.includes(key)) ?? '');
  if (keyAt < 0) return { words: `缺少“${keys.join('”或“')}”列` };
  const columns = head.flatMap((cell, at) => (names.includes(cell) ? [{ cell, at }] : []));
  if (columns.length === 0) return { words: '没有该分类的属性列' };
  const strange = head.filter((cell) => cell !== '' && ![...keys, title.label, ...names].includes(cell));
  if (strange.length > 0) return { words: `“${strange.join('”“')}”不是该分类的属性` };
  return {
    targets: body.flatMap((row, place): NamedTarget[] => {
      if (row.every((cell) => cell === '')) return [];
      const said = columns.flatMap(({ cell, at }) => {
        const value = row[at] ?? '';
        return value === '' ? [] : [attributeText(cell, value === clearing ? '' : value)];
      });
      const key = row[keyAt] ?? '';
      return [
        { row: place + 2, target: key === '' ? null : { key, texts: { attributes: [besides, ...said].join('\n') } } },
      ];
    }),
  };
}
