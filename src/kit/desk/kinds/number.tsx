import type { Look } from '../look.ts';
import { Figure } from './figure.tsx';

/** A quantity. */
export const quantityLook: Look = { width: 104, cell: (props) => <Figure {...props} /> };

/** A figure of few digits: a count, a discount, a rate. */
export const figureLook: Look = { ...quantityLook, width: 88 };
