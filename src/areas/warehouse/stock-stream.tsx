import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { documentAddress } from './document-address.ts';

/** Every movement of stock; a row opens the document behind it. */
export function Screen() {
  return (
    <ListPage
      definition={inventoryStream}
      title="库存流水"
      openAt={(row) => documentAddress(row.source_type, row.source_id)}
    />
  );
}
