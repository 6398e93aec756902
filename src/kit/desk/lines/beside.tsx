import type { ReactNode } from 'react';
import type { FormLine } from '#src/engine/form/lines.ts';

/** A figure that stands beside what a person types of a line: what the goods cost, sell at, come to. */
export interface BesideColumn {
  readonly key: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  of(line: FormLine): ReactNode;
}

/** What has no price yet: never a zero. */
export const unpriced: ReactNode = <span className="desk-hint">待补价</span>;

/** The columns of a sheet of lines that nobody types in. */
export const besideColumns = (beside: readonly BesideColumn[]) =>
  beside.map(({ key, label, width, of }) => ({
    key: `beside-${key}`,
    title: label,
    width,
    align: 'end' as const,
    className: 'desk-figure',
    render: (_value: unknown, line: FormLine) => of(line),
  }));
