import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { heldStock } from '#contract/areas/warehouse/held-stock.ts';
import { manualLock } from '#contract/areas/warehouse/manual-lock.ts';
import { shelfBatch, transitBatch } from '#contract/areas/warehouse/shelf-batch.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { forget } from '#src/engine/query-keys.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { HeldPieces } from './held-pieces.tsx';
import { LockDrawer } from './lock-drawer.tsx';

interface ShelfDrawerProps {
  /** A row of the stock list. */
  shelf: Row;
  onClose(): void;
}

/** What is behind the figures of one shelf: its batches with their cost, who was promised its pieces, and what is on its way to it. */
export function ShelfDrawer({ shelf, onClose }: ShelfDrawerProps) {
  const [locking, setLocking] = useState(false);
  const mayUse = useMayUse();
  const queries = useQueryClient();
  const readAgain = async () => {
    await Promise.all([stock, shelfBatch, heldStock].map((one) => forget(queries, one)));
  };
  const { warehouse_id, sku_id, imperfect_type } = shelf;
  const fixed = { warehouse_id, sku_id, imperfect_type };
  return (
    <Drawer
      open
      size={960}
      title={`${String(shelf[titleKey('warehouse_id')] ?? '')} ${String(shelf[titleKey('sku_id')] ?? '')}`}
      onClose={onClose}
      extra={
        mayUse(manualLock.calls.add?.[1]) && (
          <Button disabled={Number(shelf.qty_available) <= 0} onClick={() => setLocking(true)}>
            手工锁定
          </Button>
        )
      }
    >
      <Facts definition={stock} record={shelf} />
      <Tabs
        size="small"
        items={[
          {
            key: 'batches',
            label: shelfBatch.label,
            children: <FixedList definition={shelfBatch} fixed={fixed} columns={batchColumns} />,
          },
          { key: 'held', label: heldStock.label, children: <HeldPieces fixed={fixed} /> },
          {
            key: 'transit',
            label: transitBatch.label,
            children: <FixedList definition={transitBatch} fixed={fixed} columns={batchColumns} />,
          },
        ]}
      />
      {locking && (
        <LockDrawer
          shelf={shelf}
          onClose={() => {
            setLocking(false);
            void readAgain();
          }}
        />
      )}
    </Drawer>
  );
}

/** What is the same in every row is told by the shelf. */
const batchColumns = shelfBatch.list.columns.filter(
  (name) => name !== 'warehouse_id' && name !== 'sku_id' && name !== 'imperfect_type',
);
