import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { inventoryStream } from '#contract/areas/warehouse/stock.ts';
import { type Column, columnsOf } from '#src/kit/desk/columns.tsx';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { documentAddress } from './document-address.ts';

/** Every movement of stock; its document is one click away. */
export function Screen() {
  const columns = useMemo(() => columnsOf(inventoryStream).map(linked), []);
  return <ListPage definition={inventoryStream} title="库存流水" columns={columns} openAt={(row) => documentAddress(row.source_type, row.source_id)} />;
}

function linked(column: Column): Column {
  if (column.name !== 'source_no') return column;
  return {
    ...column,
    render: (row) => {
      const address = documentAddress(row.source_type, row.source_id);
      return address ? (
        <Link className="desk-link" to={address}>
          {column.render(row)}
        </Link>
      ) : (
        column.render(row)
      );
    },
  };
}
