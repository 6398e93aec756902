import { contract } from '#contract/areas/contracts/contract.ts';
import type { ColumnKey } from '#contract/areas/tasks/import-column.ts';
import type { Mapping } from '#contract/areas/tasks/import-columns.ts';
import type { Field } from '#contract/kit/field.ts';
import { dateKind } from '#contract/kit/kinds/time.ts';
import { isErrorText } from '#contract/kit/spoilt-code.ts';
import { shown } from '#server/sheets/bilingual-message.ts';
import type { SheetRecord } from '#server/sheets/sheet-source.ts';
import type { KnownPartners } from './known-partners.ts';

/** A row as the contract that it would be, or every reason why it is none. */
export type ContractRow =
  | { readonly row: number; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly row: number; readonly name: string; readonly reasons: readonly string[] };

const fields: Readonly<Record<string, Field | undefined>> = contract.fields;

/** Reads one row of a list of contracts: references by their number or name, everything else as its field is typed. */
export function readContractRow(record: SheetRecord, mapping: Mapping, known: KnownPartners): ContractRow {
  const reasons: string[] = [];
  const input: Record<string, unknown> = {};
  const read = (key: ColumnKey): string => {
    const index = mapping[key];
    return index === undefined ? '' : (record.cells[index] ?? '').trim();
  };
  for (const key of Object.keys(mapping) as ColumnKey[]) {
    const text = read(key);
    if (text === '') continue;
    const value = isErrorText(text) ? undefined : key === 'remark' ? text : valueOf(key, text, known);
    if (value === undefined) reasons.push(`${fields[key]?.label ?? key}“${shown(text)}”${whyNot(key)}`);
    else input[key] = value;
  }
  const { row } = record;
  const name = read('name');
  if (record.broken) return { row, name, reasons: [record.broken.zh] };
  return reasons.length > 0 ? { row, name, reasons } : { row, name, input };
}

function valueOf(key: ColumnKey, text: string, known: KnownPartners): unknown {
  const field = fields[key];
  if (!field) return undefined;
  if (key === 'supplier_id') return known.suppliers.get(text);
  if (key === 'purchaser_id') return known.purchasers.get(text);
  if (key === 'brand_ids') {
    const ids = [...new Set(text.split(/[、,，;；]/).map((one) => one.trim()))]
      .filter(Boolean)
      .map((one) => known.brands.get(one));
    return ids.includes(undefined) ? undefined : ids;
  }
  return field.kind.parse(field.kind === dateKind ? plainDay(text) : text, field);
}

const referred: ReadonlySet<ColumnKey> = new Set(['supplier_id', 'purchaser_id', 'brand_ids']);
const whyNot = (key: ColumnKey): string => (referred.has(key) ? '不存在、重名或已停用' : '不正确');

/** A day as people and spreadsheets write it, as `YYYY-MM-DD`; what is none stays as it is. */
function plainDay(text: string): string {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]0{1,2}:00(?::00)?)?$/.exec(text);
  if (!found) return text;
  const [, year = '', month = '', day = ''] = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
