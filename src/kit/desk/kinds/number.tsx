import type { KindRenderer } from '../kind-renderer.ts';
import { Figure } from './figure.tsx';

/** A quantity. */
export const quantityLook: KindRenderer = { width: 104, cell: (props) => <Figure {...props} /> };

/** A figure of few digits: a count, a discount, a rate. */
export const figureLook: KindRenderer = { ...quantityLook, width: 88 };
