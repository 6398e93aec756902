import { contract } from '#contract/areas/contracts/contract.ts';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { relatedBlock } from '#src/kit/desk/detail/related-block.tsx';

/** The contracts of a supplier. */
export const contracts = relatedBlock(contract, 'supplier_id');

/** What his goods are bought at. */
export const prices = relatedBlock(purchasePrice, 'supplier_id');
