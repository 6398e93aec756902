import { type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spellingColumns } from '#contract/kit/barcode-spellings.ts';
import { spoiltCode } from '#contract/kit/spoilt-code.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from './call-context.ts';

/**
 * The goods that codes name, by their own number or by a barcode in any of its spellings (amendments H8): rows of `code` and `sku_id`. Whoever
 * types means a number first, whoever scans a barcode.
 */
export function goodsByCode(codes: Iterable<string>, first: 'number' | 'barcode' = 'number'): RawBuilder<unknown> {
  const asked = [...new Set(codes)];
  const written = spellingColumns(asked);
  const number = sql.lit(first === 'number' ? 0 : 3);
  return sql`
    select distinct on (m.code) m.code, m.sku_id from (
      select c.code, k.id as sku_id, ${number} as rank from unnest(${arrayOf('text', asked)}) as c (code) join sku k on k.sku_no = c.code
      union all
      select c.code, b.sku_id, case when c.code = c.spelling then 1 else 2 end
      from unnest(${arrayOf('text', written.codes)}, ${arrayOf('text', written.spellings)}) as c (code, spelling) join sku_barcode b on b.barcode = c.spelling
    ) m order by m.code, m.rank`;
}

/** Goods as a row of a sheet names them. */
export interface NamedGoods {
  readonly code: string;
  readonly sku_id: number;
  readonly sku_no: string;
  readonly name: string;
  readonly status: number;
}

/** The goods that rows of a sheet or of the clipboard name, as far as the caller sees them, by the code that is written. */
export async function namedGoods(
  { db, actor }: ReadContext,
  rows: readonly { readonly code: string }[],
): Promise<Map<string, NamedGoods>> {
  const { rows: found } = await sql<NamedGoods>`
    select g.code, k.id as sku_id, k.sku_no, k.name, k.status from (${goodsByCode(rows.map(({ code }) => code))}) g
    join sku k on k.id = g.sku_id where ${isVisible(sku, actor, 'k')}`.execute(db);
  // A code that a spreadsheet has spoilt may be that of goods that were saved so: it may as well mean others.
  return new Map(found.filter(({ code }) => spoiltCode(code) === undefined).map((one) => [one.code, one]));
}

/** Why a row names no goods: its code is missing, spoilt or nobody's. */
export function whyNoGoods(code: string): string {
  if (code === '') return '缺少货品编码';
  const spoilt = spoiltCode(code);
  return spoilt ? `货品编码${spoilt}` : `找不到货品 ${code}`;
}
