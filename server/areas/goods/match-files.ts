import { sql } from 'kysely';
import { type MatchedFile, type OfferedFile, picturedStyle } from '#contract/areas/goods/pictures.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

interface Style {
  id: number;
  version: number;
  style_no: string;
  name: string;
  pictures: string[];
  colors: { id: number; value: string }[];
}

/**
 * What the names of files say: 货号, then 颜色 and 序号 where there are such, with `_`, `+` or blanks between them. A number of a style
 * may have such signs itself: the longest that is one counts. Two questions, however many files.
 */
export async function matchFiles({ db, actor }: ReadContext, files: readonly OfferedFile[]): Promise<MatchedFile[]> {
  const read = files.map(({ name }) => readingsOf(name));
  const numbers = [...new Set(read.flatMap((readings) => readings.map(({ style_no: no }) => no)))];
  const { rows } = await sql<Style>`
    select r.id, r.version, r.style_no, r.name, r.pictures,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('id', v.id, 'value', v.value)), '[]') from sku k join attribute_value v on v.id = k.color_value_id where k.spu_id = r.id) as colors
    from pictured_style r where r.style_no = any(${numbers}::text[]) and ${isVisible(picturedStyle, actor, 'r')} order by r.id`.execute(
    db,
  );
  const { rows: there } = await sql<{ id: string }>`
    select id from picture where id = any(${files.flatMap(({ id }) => id ?? [])}::text[])`.execute(db);
  const stored = new Set(there.map(({ id }) => id));
  return files.map((file, place) =>
    matched(file, { readings: read[place] ?? [], styles: rows, there: file.id !== null && stored.has(file.id) }),
  );
}

interface Reading {
  readonly style_no: string;
  readonly rest: readonly string[];
}

/** Every way to read a name, the one with the longest number first. */
function readingsOf(name: string): Reading[] {
  const parts = name.replace(/\.[A-Za-z]{3,4}$/, '').split(/([_+\s]+)/);
  const readings: Reading[] = [];
  for (let end = parts.length; end > 0; end -= 2)
    readings.push({
      style_no: parts.slice(0, end).join('').trim(),
      rest: parts.slice(end).filter((_part, at) => at % 2 === 1),
    });
  return readings.filter(({ style_no: no }) => no !== '');
}

function matched(
  { id, name }: OfferedFile,
  { readings, styles, there }: { readings: readonly Reading[]; styles: readonly Style[]; there: boolean },
): MatchedFile {
  const nothing = {
    spu_id: null,
    version: null,
    style_no: '',
    title: '',
    color_value_id: null,
    color: null,
    position: null,
    there,
    placed: false,
  };
  const reading = readings.find(({ style_no: no }) => styles.some((style) => style.style_no === no));
  if (!reading)
    return {
      ...nothing,
      style_no: readings.at(-1)?.style_no ?? '',
      words: `找不到货号“${readings.at(-1)?.style_no ?? name}”`,
    };
  const [style, another] = styles.filter(({ style_no: no }) => no === reading.style_no);
  const known = { ...nothing, style_no: reading.style_no };
  if (!style) return { ...known, words: '文件名不能识别' };
  if (another) return { ...known, words: `货号“${reading.style_no}”不止一个商品` };
  const rest = [...reading.rest];
  const position = /^\d{1,3}$/.test(rest.at(-1) ?? '') ? Number(rest.pop()) : null;
  const [said, ...more] = rest;
  const found = { ...known, spu_id: style.id, version: style.version, title: style.name, position };
  if (more.length > 0) return { ...found, words: '文件名不能识别，请写成 货号_颜色_序号' };
  const color = style.colors.find(({ value }) => value === said);
  if (said !== undefined && !color) return { ...found, words: `商品没有颜色“${said}”` };
  const placed = id !== null && style.pictures.some((text) => text.startsWith(`${id}/${color?.id ?? 0}/`));
  return { ...found, color_value_id: color?.id ?? null, color: color?.value ?? null, placed, words: null };
}
