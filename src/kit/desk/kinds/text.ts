import type { KindRenderer } from '../kind-renderer.ts';

/** One line of text. */
export const textLook: KindRenderer = {
  width: 140,
  cell: ({ value, field }) => (typeof value === 'string' ? field.kind.print(value, field) : null),
};

/** Several lines of text. */
export const proseLook: KindRenderer = {
  width: 200,
  wide: true,
  cell: ({ value }) => (typeof value === 'string' ? value : null),
};
