/**
 * What a dialog has that sends a write: the page under it never closes it, and while the write runs nothing does, so that
 * whatever becomes of it is told where it was asked for.
 */
export function heldOpen(running: boolean) {
  return { mask: { closable: false }, keyboard: !running, closable: { disabled: running } };
}
