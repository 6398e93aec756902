import type { CellProps, Look } from '../look.ts';

/** A business day. */
export const dateLook: Look = { width: 112, wideFilter: true, cell: printed };

/** An instant, shown in Asia/Shanghai wherever the browser stands. */
export const timeLook: Look = { width: 156, wideFilter: true, cell: printed };

function printed({ value, field }: CellProps) {
  return typeof value === 'string' ? field.kind.print(value, field) : null;
}
