import type { Journal } from './databases.ts';

/**
 * Everything on this device that the server has not spoken about, of all people, as tab-separated text with a heading:
 * the last resort when a device will not come back into coverage. Empty text when there is nothing.
 */
export async function exportUnsent(db: Journal, device: string): Promise<string> {
  const rows = await db.outbox.orderBy('[uid+sheet_id+seq]').toArray();
  if (rows.length === 0) return '';
  const lines = rows.map(({ uid, sheet_id, entry }) =>
    [device, uid, sheet_id, ...columns.map((column) => plain(entry[column] ?? ''))].join('\t'),
  );
  return `${['device_id', 'uid', 'sheet_id', ...columns].join('\t')}\n${lines.join('\n')}\n`;
}

const columns = [
  'seq',
  'kind',
  'zone',
  'round',
  'barcode',
  'imperfect_type',
  'qty',
  'counted_at',
  'op_id',
  'voids',
] as const;

/** One cell: no tabs or line ends, and nothing that a spreadsheet would run as a formula. */
function plain(value: string | number): string {
  const text = String(value).replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
