/**
 * Puts a text on the clipboard; false when the browser will not. Where the clipboard's own interface is missing (no
 * HTTPS, an old browser) or refuses, the text is selected in a field out of sight and copied as a person would.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Refused by a permission or without focus: the old way may still be open.
      return copyBySelection(text);
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  // A modal dialog makes everything outside of it inert, so the field goes where the focus is.
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  (focused?.closest('dialog') ?? document.body).append(field);
  field.focus();
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    // Not there at all.
    return false;
  } finally {
    field.remove();
    focused?.focus();
  }
}
