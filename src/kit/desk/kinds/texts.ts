import type { KindRenderer } from '../kind-renderer.ts';
import { truncatedList } from '../truncated-list.tsx';

/** A list of codes or numbers. */
export const textsLook: KindRenderer = {
  width: 200,
  wide: true,
  cell: ({ value }) => (Array.isArray(value) ? truncatedList(value as string[]) : null),
};
