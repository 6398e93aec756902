import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { giftReserveCall, giftStock } from '#contract/areas/promotions/gift-stock.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { reserveAsking } from './reserve-asking.ts';

const AskDialog = lazy(async () => ({ default: (await import('#src/kit/desk/ask-dialog.tsx')).AskDialog }));

/** Gifts by warehouse: what is there, kept, given and left, and the dialog that keeps more or lets go. */
export function Screen() {
  const mayReserve = useMayUse()(giftReserveCall.access);
  const [asking, setAsking] = useState<ReturnType<typeof reserveAsking> | null>(null);
  return (
    <ListPage
      definition={giftStock}
      rowActions={(row) =>
        mayReserve ? [{ key: 'reserve', label: '预留/释放', run: () => setAsking(reserveAsking(row)) }] : []
      }
      slots={{
        extra: () => mayReserve && <Button onClick={() => setAsking(reserveAsking())}>预留赠品</Button>,
        aside: asking && (
          <Suspense>
            <AskDialog asking={asking as never} changes={[giftStock]} onClose={() => setAsking(null)} />
          </Suspense>
        ),
      }}
    />
  );
}
