import { sql } from 'kysely';
import { spu } from '#contract/areas/goods/spu.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Known } from './known-goods.ts';
import type { Remark } from './remark.ts';

/** What a file says of goods that are there already. */
export interface Renewal {
  readonly known: Known;
  readonly code: string;
  readonly name: string | undefined;
  readonly fen: number;
  readonly pricedAt: string | null;
  /** Colour and size, as they stand behind the name of a SKU. */
  readonly suffix: string;
}

/**
 * Brings goods up to a file that knows more: a price that is not older than the imported one and that nobody has changed
 * since, and a name where there was only the code. Answers how many changed; what a person set is kept and remarked upon.
 */
export async function renewGoods(
  context: WriteContext,
  { renewals, remarks }: { renewals: readonly Renewal[]; remarks: Remark[] },
): Promise<number> {
  const changed = renewals.flatMap((renewal) => {
    const { known } = renewal;
    const name = renewal.name !== undefined && known.name === known.styleNo ? renewal.name : known.name;
    const fen = priceAfter(renewal, remarks);
    return name === known.name && fen === known.spuPrice ? [] : [{ renewal, name, fen }];
  });
  if (changed.length === 0) return 0;
  const rows = changed.map(({ renewal, name, fen }) => ({
    spu_id: renewal.known.spuId,
    sku_id: renewal.known.skuId,
    name,
    fen,
    sku_name: name + renewal.suffix,
    renamed: name !== renewal.known.name,
  }));
  const by = sql`version = t.version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}`;
  const draft = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (spu_id bigint, sku_id bigint, name text, fen bigint, sku_name text, renamed boolean)`;
  // A style that waited for its price is complete now.
  await sql`
    update spu t set name = r.name, tag_price = r.fen, status = case when t.status = 0 and r.fen > 0 then 1 else t.status end, ${by}
    from ${draft} where t.id = r.spu_id`.execute(context.db);
  await sql`
    update sku t set name = case when r.renamed then r.sku_name else t.name end, tag_price = r.fen, ${by}
    from ${draft} where t.id = r.sku_id`.execute(context.db);
  await writeAudit(
    context,
    changed.map(({ renewal: { known, pricedAt }, name, fen }) => ({
      docType: spu.name,
      docId: known.spuId,
      docNo: known.spuNo,
      action: 'import',
      label: '导入',
      changes: {
        tag_price: { before: known.spuPrice, after: fen },
        priced_at: { before: known.pricedAt, after: fen === known.spuPrice ? known.pricedAt : pricedAt },
        ...(name === known.name ? {} : { name: { before: known.name, after: name } }),
      },
    })),
  );
  return changed.length;
}

function priceAfter({ known, code, fen, pricedAt }: Renewal, remarks: Remark[]): number {
  if (fen === 0 || fen === known.spuPrice || pricedAt === null) return known.spuPrice;
  if (known.pricedAt !== null && pricedAt < known.pricedAt) return known.spuPrice;
  if (
    known.importedPrice === null ||
    known.spuPrice !== known.importedPrice ||
    known.skuPrice !== known.importedPrice
  ) {
    remarks.push({
      code,
      kind: 'kept',
      detail: {
        en: `its price ${known.spuPrice} fen was set by hand and stays; the file says ${fen}`,
        zh: `价格 ${known.spuPrice} 分由人工设定，保留；文件为 ${fen} 分`,
      },
    });
    return known.spuPrice;
  }
  return fen;
}
