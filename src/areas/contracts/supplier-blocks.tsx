import { contract } from '#contract/areas/contracts/contract.ts';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import type { BlockProps } from '#src/engine/record-blocks.ts';
import { relatedBlock } from '#src/kit/desk/detail/related-block.tsx';
import { RelatedList } from '#src/kit/desk/detail/related-list.tsx';
import { SupplierTerms } from './supplier-terms.tsx';

/** The contracts of a supplier, and what became of their terms. */
export const contracts = {
  Block: ({ id }: BlockProps) => (
    <>
      <SupplierTerms id={id} />
      <RelatedList definition={contract} by="supplier_id" id={id} />
    </>
  ),
};

/** What his goods are bought at. */
export const prices = relatedBlock(purchasePrice, 'supplier_id');
