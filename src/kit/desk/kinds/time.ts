import type { CellProps, KindRenderer } from '../kind-renderer.ts';

/** A business day. */
export const dateLook: KindRenderer = { width: 112, wideFilter: true, cell: printed };

/** An instant, shown in Asia/Shanghai wherever the browser stands. */
export const timeLook: KindRenderer = { width: 156, wideFilter: true, cell: printed };

function printed({ value, field }: CellProps) {
  return typeof value === 'string' ? field.kind.print(value, field) : null;
}
