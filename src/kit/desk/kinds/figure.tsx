import { pendingWords } from '#contract/kit/conditions.ts';
import type { CellProps } from '../kind-renderer.ts';

interface FigureProps extends CellProps {
  /** How it reads; as its kind prints it by default. */
  print?: (value: number) => string;
}

/** A figure as tables show it: tabular, negative in red (design §8). */
export function Figure({ value, field, record, print }: FigureProps) {
  if (typeof value !== 'number') return null;
  const pending = pendingWords(field, record);
  if (pending !== undefined) return <span className="desk-hint">{pending}</span>;
  return (
    <span className={value < 0 ? 'desk-negative' : undefined}>{print?.(value) ?? field.kind.print(value, field)}</span>
  );
}
