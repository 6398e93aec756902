import { type ReactNode, useState } from 'react';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { type Lever, levers } from '#contract/areas/fleet/lever-enums.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { changedByLevers, leverAsking, releaseAsking } from './askings.ts';
import { KillSwitches } from './kill-switches.tsx';
import { RollOut } from './roll-out.tsx';

/** The devices as they reported last: what runs where, what is unsent there, how far a version has come, and what is set for chosen ones. */
export function Devices({ views }: { views: ReactNode }) {
  const mayTurn = useMayUse()(fleetCalls.turn.access);
  const [asking, setAsking] = useState<ReturnType<typeof leverAsking> | null>(null);
  const actionsFor = (rows: readonly Row[]): RowAction[] =>
    mayTurn
      ? [
          ...(Object.keys(levers) as Lever[]).map((lever) => ({
            key: lever,
            label: levers[lever],
            danger: lever === 'kill' || lever === 'pause',
            disabled: rows.length === 0,
            run: () => setAsking(leverAsking(lever, rows)),
          })),
          { key: 'release', label: '解除指令', disabled: rows.length === 0, run: () => setAsking(releaseAsking(rows)) },
        ]
      : [];
  return (
    <ListPage
      definition={clientDevice}
      title="版本管理"
      rowActions={(row) => actionsFor([row])}
      batchActions={(list) => actionsFor(list.selection.rows)}
      slots={{
        above: (
          <>
            {views}
            <RollOut />
            <KillSwitches />
          </>
        ),
        aside: asking && <AskDialog asking={asking} changes={changedByLevers} onClose={() => setAsking(null)} />,
      }}
    />
  );
}
