/** Which of the operations that were kept since the screen was drawn it does not show yet. */
export function notShown<O extends { readonly op_id: string }>(rows: readonly O[], kept: readonly O[]): readonly O[] {
  const shown = new Set(rows.map(({ op_id }) => op_id));
  return kept.filter(({ op_id }) => !shown.has(op_id));
}
