import { printYuan } from '#contract/kit/kinds/money.ts';
import type { KindRenderer } from '../kind-renderer.ts';
import { Figure } from './figure.tsx';

/** Money: ¥, yuan with two decimals on the right, negative in red (domain.md §12). */
export const moneyLook: KindRenderer = { width: 120, cell: (props) => <Figure {...props} print={printYuan} /> };
