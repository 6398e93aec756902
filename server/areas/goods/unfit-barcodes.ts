import { sql } from 'kysely';
import { barcodeTypes, wrongCheckDigit } from '#contract/areas/goods/barcodes.ts';
import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';

interface Given {
  readonly barcode: string;
  readonly type: number;
  readonly place: number;
}

/**
 * Refuses codes of GS1 with another check digit than theirs, so that a digit mistyped is seen before it is on a shelf, and codes that are
 * another SKU's in their other spelling (amendments H8), or its number. What the SKU has already may stay.
 */
export async function refuseUnfitBarcodes(
  context: WriteContext,
  values: Values,
  id: number | undefined,
): Promise<void> {
  const given = givenOf(values);
  const wrong = given.filter(
    ({ barcode, type }) => type === barcodeTypes.gs1 && wrongCheckDigit(barcode) !== undefined,
  );
  if (wrong.length > 0) {
    const own = await ownOf(context, id);
    const fresh = wrong.find(({ barcode }) => !own.has(barcode));
    if (fresh) throw new Refusal('invalid', wrongCheckDigit(fresh.barcode), `lines.${fresh.place}.barcode`);
  }
  const codes = given.map(({ barcode }) => barcode);
  const { rows } = await sql<{ barcode: string; sku_no: string }>`
    select b.barcode, k.sku_no from sku_barcode b join sku k on k.id = b.sku_id
    where b.barcode = any(${arrayOf(
      'text',
      codes.flatMap((code) => barcodeSpellings(code).slice(1)),
    )}) and b.sku_id is distinct from ${id ?? null}::bigint
    union all select sku_no, sku_no from sku where sku_no = any(${arrayOf('text', codes)}) and id is distinct from ${id ?? null}::bigint`.execute(
    context.db,
  );
  const [twin] = rows;
  if (twin) throw new Refusal('duplicate', `条码与货品 ${twin.sku_no} 的 ${twin.barcode} 是同一条码`, 'lines');
}

function givenOf(values: Values): Given[] {
  const changes = values.line_changes as { put?: Partial<Given>[] } | undefined;
  const lines = (values.lines as Partial<Given>[] | undefined) ?? changes?.put ?? [];
  return lines.flatMap(({ barcode, type = barcodeTypes.gs1 }, place) =>
    barcode === undefined ? [] : [{ barcode: barcode.trim(), type, place }],
  );
}

async function ownOf({ db }: WriteContext, id: number | undefined): Promise<Set<string>> {
  const { rows } = await sql<{ barcode: string }>`
    select barcode from sku_barcode where sku_id = ${id ?? null} and type = ${barcodeTypes.gs1}`.execute(db);
  return new Set(rows.map((row) => row.barcode));
}
