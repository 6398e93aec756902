import { Drawer } from 'antd';
import { useNavigate } from 'react-router-dom';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import { inWareDetailCalls, movementsTold } from '#contract/areas/purchasing/inbound-calls.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { columnsOf } from '#src/kit/desk/columns.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

/** One line of a batch: what it is, where its pieces stand, and how they moved; a movement opens the document behind it. */
export function DetailDrawer({ row, onClose }: { row: Row; onClose(): void }) {
  const read = useRead(inWareDetail, inWareDetailCalls.detail, { input: { id: row.id } });
  const story = read.value;
  const [batch, stream] = [useSeen(stockBatch), useSeen(inventoryStream)];
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const addressOf = ({ source_type: type, source_id: id, source_no: no }: Row) => {
    const address = recordAddress(String(type), { id: Number(id), no: String(no) });
    return mayOpen(address) ? address : undefined;
  };
  return (
    <Drawer open size={960} onClose={onClose} title={`${inWareDetail.label} ${String(row.batch_no)}`}>
      <Content of={read}>
        {story && (
          <>
            <Facts definition={inWareDetail} record={story.detail} />
            <section className="desk-block">
              <h2>{stockBatch.label}</h2>
              <DataTable
                name="inbound-batches"
                label={stockBatch.label}
                columns={columnsOf(batch, batchColumns)}
                rows={story.batches}
                height={Math.min(240, 48 + story.batches.length * 36)}
              />
            </section>
            <section className="desk-block">
              <h2>
                {inventoryStream.label}
                {story.movement_count > movementsTold &&
                  ` 共${grouped(story.movement_count)}条，以下是最早的${movementsTold}条`}
              </h2>
              <DataTable
                name="inbound-movements"
                label={inventoryStream.label}
                columns={columnsOf(stream, movementColumns)}
                rows={story.movements}
                height={320}
                opens="source_no"
                addressOf={addressOf}
                onOpen={(movement) => {
                  const address = addressOf(movement);
                  if (address) void navigate(address);
                }}
              />
            </section>
          </>
        )}
      </Content>
    </Drawer>
  );
}

const batchColumns = [
  'serial_no',
  'warehouse_id',
  'imperfect_type',
  'qty_remain',
  'qty_locked',
  'cost_price',
  'into_time',
];

const movementColumns = [
  'happened_at',
  'warehouse_id',
  'imperfect_type',
  'biz_type',
  'on_hand_delta',
  'cost_amount',
  'source_type',
  'source_no',
  'admin_id',
];
