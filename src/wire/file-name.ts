/**
 * The name a server gives a file (Content-Disposition, RFC 6266: `filename*` before `filename`); empty when it gives
 * none. Any path in it is dropped. `savedAs` makes the name it is saved under.
 */
export function fileName(disposition: string | null): string {
  if (disposition === null) return '';
  const coded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition);
  return lastPart(coded === undefined ? (plain?.[1] ?? plain?.[2] ?? '') : decoded(coded));
}

/** The name under which a file is saved: the one given, with the extension of the server's or `.csv` (specification §9). */
export function savedAs(name: string, served: string): string {
  return `${name}${/\.[a-z0-9]+$/i.exec(served)?.[0] ?? '.csv'}`;
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
