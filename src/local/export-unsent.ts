import type { Journal } from './databases.ts';

/**
 * Everything on this device that the server has not spoken about, of all people, as tab-separated text with a heading:
 * the last resort when a device will not come back into coverage. What each kind of operation says has columns of its own
 * names. Empty text when there is nothing.
 */
export async function exportUnsent(db: Journal, device: string): Promise<string> {
  const rows = await db.unsent.orderBy('[uid+stream+seq]').toArray();
  if (rows.length === 0) return '';
  const said = rows.map(({ payload }) => new Map(Object.entries(isFields(payload) ? payload : { payload })));
  const names = [...new Set(said.flatMap((fields) => [...fields.keys()]))];
  const lines = rows.map(({ uid, stream, seq, op_id, at }, index) =>
    [device, uid, stream, seq, ...names.map((name) => said[index]?.get(name)), at, op_id].map(plain).join('\t'),
  );
  return `${['device_id', 'uid', 'stream', 'seq', ...names, 'at', 'op_id'].join('\t')}\n${lines.join('\n')}\n`;
}

function isFields(payload: unknown): payload is object {
  return typeof payload === 'object' && payload !== null;
}

/** One cell: no tabs or line ends, and nothing that a spreadsheet would run as a formula. */
function plain(value: unknown): string {
  const said = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  const text = said.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
