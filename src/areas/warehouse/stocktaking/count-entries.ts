import type { CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { type FormErrors, linePath } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';

/** One figure to be sent, and the lines of the grid that it is made of. */
export interface Figure {
  readonly keys: readonly string[];
  readonly entry: Omit<CountEntry, 'op_id' | 'seq'>;
}

interface Entering {
  zones: readonly { id: number; code: string }[];
  round: number;
  countedAt: string;
}

/**
 * The lines of the grid as figures: what was found of the same goods in one zone in several places adds up. A line without
 * an open zone, or whose sum is beyond what one figure may say, is an error of its line.
 */
export function figuresOf(
  rows: readonly FormLine[],
  { zones, round, countedAt }: Entering,
): { figures: readonly Figure[]; errors: FormErrors } {
  const errors: Record<string, string> = {};
  const byKey = new Map<string, Figure>();
  for (const { key, values } of rows) {
    const zone = zones.find((one) => one.id === values.zone_id);
    if (!zone) {
      errors[linePath(key, 'zone_id')] = '请选择未关闭的库区';
      continue;
    }
    const grade = Number(values.imperfect_type ?? 0);
    const same = `${zone.id}/${String(values.sku_id)}/${grade}`;
    const before = byKey.get(same);
    const qty = (before?.entry.qty ?? 0) + Number(values.qty);
    if (qty > limits.quantity) errors[linePath(key, 'qty')] = `合计不能大于 ${limits.quantity}`;
    byKey.set(same, {
      keys: [...(before?.keys ?? []), key],
      entry: {
        kind: 'total',
        zone: zone.code,
        round,
        barcode: String(values[titleKey('sku_id')]),
        imperfect_type: grade,
        qty,
        counted_at: countedAt,
      },
    });
  }
  return { figures: [...byKey.values()], errors };
}
