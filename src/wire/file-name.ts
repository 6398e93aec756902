/**
 * The name a server gives a file (Content-Disposition, RFC 6266: `filename*` before `filename`); empty when it gives
 * none. Any path in it is dropped. The caller adds `.csv` where the name has no extension (specification §9).
 */
export function fileName(disposition: string | null): string {
  if (disposition === null) return '';
  const coded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition);
  return lastPart(coded === undefined ? (plain?.[1] ?? plain?.[2] ?? '') : decoded(coded));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    // A broken escape is not worth losing the file over: the raw text is a name as well.
    return text.trim();
  }
}

function lastPart(name: string): string {
  return name.trim().split(/[/\\]/).at(-1) ?? '';
}
