/** Hands a text to the person as a file (UTF-8, with the mark by which spreadsheets know it). */
export function saveTextFile(name: string, text: string): void {
  const type = name.endsWith('.csv') ? 'text/csv' : 'text/tab-separated-values';
  saveFile(new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }), name);
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
