/** Hands a text to the person as a file (UTF-8, with the mark by which spreadsheets know it). */
export function saveTextFile(name: string, text: string): void {
  saveFile(new Blob(['\uFEFF', text], { type: 'text/tab-separated-values;charset=utf-8' }), name);
}

/** Hands a file to the person under this name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Follows a finished file to the download host; the answer's own header says that it is saved and not shown. Without a
 * path nothing happens (specification §8), and the answer is false. The page stays where it is.
 */
export function followDownload(base: string, path: string | null | undefined): boolean {
  if (!path) return false;
  const link = document.createElement('a');
  link.href = `${base}/${path.replace(/^\/+/, '')}`;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
  return true;
}
