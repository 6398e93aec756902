import { limits } from '#contract/kit/limits.ts';
import type { PasteRead } from '#workers/paste-entries.ts';

/** Is a pasted text a list, and not one text with a line break behind it? */
export function isList(text: string): boolean {
  return /[\r\n\t]/.test(text.trim());
}

/** Reads a pasted list where there is no box for it. What reads it comes with the first one. */
export async function readList(text: string): Promise<PasteRead> {
  const { readPaste } = await import('#workers/paste.client.ts');
  return await readPaste(text, { most: limits.pastedEntries, parts: 'lines' });
}
