import { sql } from 'kysely';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { guarded, quoted } from '#server/kit/csv-file.ts';
import type { FileAnswer } from '#server/kit/file-answer.ts';
import { listFile } from '#server/kit/list-file.ts';
import { readRecord } from '#server/kit/read-record.ts';

/** The lines of one sheet as a file, with what this person may see of them. */
export async function exportSheet(
  context: ReadContext,
  { id, fileName }: { id: number; fileName?: string | undefined },
): Promise<FileAnswer> {
  const seen = seenBy(purchasePriceSheet, context.actor);
  const sheet = await readRecord(context.db, seen, { actor: context.actor, id });
  if (!sheet) throw new Refusal('notFound');
  const fields = Object.entries(seen.lines.fields).filter(([name]) => !named.has(name));
  return await listFile(context, {
    name: fileName || `${purchasePriceSheet.label}${String(sheet.sheet_no)}`,
    label: purchasePriceSheet.label,
    asked: { ids: [id] },
    heading: ['货品编码', '货品名称', ...fields.map(([, field]) => field.label)].map(quoted).join(','),
    line: (row) =>
      [
        guarded(String(row.sku_no ?? '')),
        guarded(String(row.name ?? '')),
        ...fields.map(([name, field]) => {
          const value = row[name];
          return typeof value === 'number' ? quoted(field.kind.print(value, field).replaceAll(',', '')) : '';
        }),
      ].join(','),
    select: sql<Record<string, unknown>>`
      select case when k.seen then k.sku_no end as sku_no, case when k.seen then k.name end as name, l.*
      from purchase_price_sheet_line l join (select g.id, g.sku_no, g.name, ${isVisible(sku, context.actor, 'g')} as seen from sku g) k on k.id = l.sku_id
      where l.purchase_price_sheet_id = ${id} order by l.id`,
  });
}

/** Fields that stand in words, or are ids of ours. */
const named: ReadonlySet<string> = new Set(['sku_id', 'in_ware_detail_id']);
