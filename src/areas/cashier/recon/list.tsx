import { Button } from 'antd';
import { useState } from 'react';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { reconAt } from '../addresses.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Days of channels, and how their bills come in. */
export function Screen() {
  const mayImport = useAllowed(cashierCalls.reconImport.access);
  const [importing, setImporting] = useState(false);
  return (
    <ListPage
      definition={channelRecon}
      openAt={(row) => reconAt.detail(row.id)}
      slots={{
        extra: () =>
          mayImport && (
            <Button type="primary" onClick={() => setImporting(true)}>
              导入渠道账单
            </Button>
          ),
        aside: importing && <ImportDialog onClose={() => setImporting(false)} />,
      }}
    />
  );
}
