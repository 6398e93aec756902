import type { Look } from '../look.ts';
import { Figure } from './figure.tsx';
import { TypedInput, TypedRange } from './typed-input.tsx';

const figures: Look = {
  width: 104,
  cell: (props) => <Figure {...props} />,
  Input: TypedInput,
  Filter: TypedRange,
};

export const integerLook: Look = { ...figures, width: 88 };
export const quantityLook: Look = figures;
export const discountLook: Look = { ...figures, width: 88 };
export const rateLook: Look = { ...figures, width: 88 };
