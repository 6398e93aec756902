import type { CellProps } from '../look.ts';

/** A figure as tables show it: tabular, negative in red (design §8). */
export function Figure({ value, field }: CellProps) {
  if (typeof value !== 'number') return null;
  return <span className={value < 0 ? 'desk-negative' : undefined}>{field.kind.print(value, field)}</span>;
}
