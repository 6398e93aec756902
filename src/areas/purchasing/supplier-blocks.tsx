import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { relatedBlock } from '#src/kit/desk/detail/related-block.tsx';

/** Orders of which something is still to come. */
export const orders = relatedBlock(purchaseOrder, 'supplier_id', { status: [orderState.toArrive, orderState.partly] });

export const arrivals = relatedBlock(arrivalOrder, 'supplier_id');

export const differences = relatedBlock(differenceOrder, 'supplier_id');

export const returns = relatedBlock(backOrder, 'supplier_id');

/** What was found to be imperfect among his goods. */
export const quality = relatedBlock(imperfectRecord, 'supplier_id');
