import { sql } from 'kysely';
import { codeStatus, standing } from '#contract/areas/codes/code-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { codedPiecesMost, type SheetPiece, sheetPiecesMost } from '#contract/areas/warehouse/count-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { inScope, readScope } from './scope.ts';
import type { Sheet } from './sheet.ts';

type Zone = { code: string; name: string };

/** States of pieces that have left their warehouse, or were never found again: read here, they are a question or come back. */
const gone = [codeStatus.moving, codeStatus.sold, codeStatus.returned, codeStatus.lost];

/**
 * The pieces that a tablet may read, by number: those that stand in the warehouse, then those that were lost, then others of the same goods. On a
 * blind count nothing says which stand here. A take by codes refuses more pieces in the warehouse than a tablet is given; of any other the rest
 * is kept as it is read, and the server knows it.
 */
export async function sheetPieces(
  context: WriteContext,
  sheet: Sheet,
  { device_id, zones }: { device_id: string; zones: readonly Zone[] },
): Promise<SheetPiece[]> {
  const scope = await readScope(context.db, sheet.id);
  const most = scope.byCodes ? sheetPiecesMost : codedPiecesMost;
  const { rows } = await sql<Required<SheetPiece>>`
    with reading as (
      select code_id, min(zone) as zone from stocktaking_standing
      where stocktaking_id = ${sheet.id} and outcome = 'accepted' and code_id is not null and (${scope.byCodes} or round = ${sheet.round})
        and not (device_id = ${device_id} and counter_id = ${context.actor.id}) group by 1
    )
    select c.unique_code, c.epc, c.sku_id, c.imperfect_type, c."position", r.zone as read_in, p.place
    from piece_code c join sku s on s.id = c.sku_id left join reading r on r.code_id = c.id
    cross join lateral (select case when c.status = ${sql.lit(codeStatus.lost)} then 'lost'
      when c.warehouse_id = ${sheet.warehouse_id} and c.status = any(${[...standing]}::smallint[]) then 'here' else 'elsewhere' end as place) p
    where c.status = any(${[...standing, ...gone]}::smallint[]) and ${inScope(scope)} and ${isVisible(sku, context.actor, 's')}
    order by p.place = 'here' desc, p.place = 'lost' desc, c.id desc limit ${most + 1}`.execute(context.db);
  if (scope.byCodes && rows[most]?.place === 'here')
    throw new Refusal(
      'illegalTransition',
      `平板一次最多带 ${most.toLocaleString('zh-CN')} 个在库唯一码，请按分类、品牌或货品分几张单盘点`,
    );
  return rows
    .slice(0, most)
    .toSorted((one, other) => (one.unique_code < other.unique_code ? -1 : 1))
    .map(({ place, position, zone: _zone, ...piece }) => {
      if (sheet.blind) return piece;
      return { ...piece, place, position, zone: place === 'here' ? zoneAt(zones, position) : null };
    });
}

/** The zone that a place is in: the one whose code or name it is, or begins with before a mark that ends it (A-01-02 is in A). */
function zoneAt(zones: readonly Zone[], position: string | null): string | null {
  const text = position?.trim().toUpperCase() ?? '';
  const named = (name: string) => {
    const start = name.trim().toUpperCase();
    return text === start || (text.startsWith(start) && /^[^\p{L}\p{N}]/u.test(text.slice(start.length)));
  };
  const found = zones.filter(({ code, name }) => named(code) || named(name));
  return found.toSorted((one, other) => other.code.length - one.code.length)[0]?.code ?? null;
}
