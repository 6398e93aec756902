import { contract } from '#contract/areas/contracts/contract.ts';
import type { BlockProps } from '#src/engine/record-blocks.ts';
import { RelatedList } from '#src/kit/desk/detail/related-list.tsx';

/** The contracts of a supplier. */
export function Block({ id }: BlockProps) {
  return <RelatedList definition={contract} by="supplier_id" id={id} />;
}
