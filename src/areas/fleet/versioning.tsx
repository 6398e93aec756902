import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { versionState } from '#contract/areas/fleet/version-enums.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { FormDrawer } from '#src/kit/desk/form-drawer.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { changedByVersions, publishAsking, revokeAsking } from './askings.ts';
import { Devices } from './devices.tsx';
import { Orders } from './orders.tsx';

/** Versions of clients; with `view=devices` the devices that run them, with `view=orders` what was set for chosen ones, by whom and why. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const view = params.get('view') ?? 'versions';
  const views = (
    <Segmented
      aria-label="视图"
      options={[
        { value: 'versions', label: '版本' },
        { value: 'devices', label: '设备' },
        { value: 'orders', label: '设备指令' },
      ]}
      value={view}
      onChange={(value) => setParams(value === 'versions' ? {} : { view: value }, { replace: true })}
    />
  );
  if (view === 'devices') return <Devices views={views} />;
  if (view === 'orders') return <Orders views={views} />;
  return <Versions views={views} />;
}

function Versions({ views }: { views: ReactNode }) {
  const mayUse = useMayUse();
  const [writing, setWriting] = useState<{ id?: number } | null>(null);
  const [asking, setAsking] = useState<ReturnType<typeof publishAsking> | null>(null);
  const maySave = mayUse(clientVersion.calls.add?.[1]);
  const mayPublish = mayUse(fleetCalls.publish.access);
  const actionsOf = (row: Row): RowAction[] => [
    ...(maySave && row.status === versionState.draft
      ? [{ key: 'edit', label: '编辑', run: () => setWriting({ id: row.id }) }]
      : []),
    ...(mayPublish && row.status === versionState.draft
      ? [{ key: 'publish', label: '发布', run: () => setAsking(publishAsking(row)) }]
      : []),
    ...(mayPublish && row.status === versionState.published
      ? [{ key: 'revoke', label: '撤回', danger: true, run: () => setAsking(revokeAsking(row)) }]
      : []),
  ];
  return (
    <ListPage
      definition={clientVersion}
      title="版本管理"
      rowActions={actionsOf}
      onOpen={(row) =>
        actionsOf(row)
          .find(({ key }) => key === 'edit')
          ?.run()
      }
      slots={{
        above: views,
        extra: () =>
          maySave && (
            <Button type="primary" onClick={() => setWriting({})}>
              新建
            </Button>
          ),
        aside: (
          <>
            {writing && <FormDrawer definition={clientVersion} id={writing.id} onClose={() => setWriting(null)} />}
            {asking && <AskDialog asking={asking} changes={changedByVersions} onClose={() => setAsking(null)} />}
          </>
        ),
      }}
    />
  );
}
