import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { documentAddress } from './document-address.ts';

/** Every movement of stock; a row opens the document behind it. */
export function Screen() {
  const mayOpen = useMayOpen();
  const addressOf = (row: Row) => {
    const address = documentAddress(row.source_type, row.source_id);
    return mayOpen(address) ? address : undefined;
  };
  return <ListPage definition={inventoryStream} title="库存流水" openAt={addressOf} />;
}
