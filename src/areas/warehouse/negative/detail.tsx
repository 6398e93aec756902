import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** One case of negative stock: what took the pieces, what took their place, and the step that offsets it by hand. */
export function Screen() {
  const id = useRecordId();
  const mayUse = useMayUse();
  if (id === undefined) return <MissingPage title={negativeInventory.label} />;
  return (
    <DetailPage
      key={id}
      definition={negativeInventory}
      id={id}
      names={facts}
      slots={{
        extra: (record) => <SourceLink record={record} />,
        tabs: ({ warehouse_id, sku_id, imperfect_type, source_type, source_no }) =>
          mayUse(inventoryStream.calls.list?.[1])
            ? [
                {
                  key: 'origin',
                  label: '来源流水',
                  children: (
                    <FixedList
                      definition={inventoryStream}
                      fixed={{ warehouse_id, sku_id, imperfect_type, source_type, source_no }}
                      columns={movement}
                    />
                  ),
                },
              ]
            : [],
      }}
    />
  );
}

const facts = factNames(negativeInventory);
const movement = [
  'happened_at',
  'posted_at',
  'biz_type',
  'on_hand_before',
  'on_hand_delta',
  'on_hand_after',
  'batch_no',
  'cost_amount',
];
