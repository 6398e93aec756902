import type { CellProps, KindRenderer } from '../kind-renderer.ts';

/** One code of an enumeration. */
export const choiceLook: KindRenderer = {
  width: 104,
  cell: ({ value, field }) => (value === null || value === undefined ? null : field.kind.print(value, field)),
};

/** One word of an enumeration. */
export const wordLook: KindRenderer = { ...choiceLook, width: 88 };

/** Several codes of an enumeration, or several words of one. */
export const choicesLook: KindRenderer = { width: 160, cell: severalPrinted };

/** Yes or no. */
export const flagLook: KindRenderer = {
  width: 96,
  cell: ({ value, field }) => (typeof value === 'boolean' ? field.kind.print(value, field) : null),
};

function severalPrinted({ value, field }: CellProps): string | null {
  return Array.isArray(value) ? field.kind.print(value, field) : null;
}
