import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { opensFrom } from '#contract/areas/codes/code-life.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { trackAt } from './addresses.ts';
import { bindAsking, changedByCodes, rebindAsking, voidAsking } from './askings.ts';

/** Codes of an order or of a filter: bound to tags one by one, voided together, each followed through its life. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const [asking, setAsking] = useState<ReturnType<typeof bindAsking> | null>(null);
  const may = (step: 'bind' | 'rebind' | 'void', row: Row) =>
    mayUse(codeCalls[step].access) && opensFrom(step, Number(row.status));
  return (
    <ListPage
      definition={uniqueCode}
      openAt={(row) => trackAt(row.unique_code)}
      rowActions={(row) => [
        { key: 'track', label: '追踪', run: () => void navigate(trackAt(row.unique_code)) },
        ...(may('bind', row) ? [{ key: 'bind', label: '绑定', run: () => setAsking(bindAsking(row)) }] : []),
        ...(may('rebind', row) ? [{ key: 'rebind', label: '换绑', run: () => setAsking(rebindAsking(row)) }] : []),
      ]}
      batchActions={({ selection }) =>
        mayUse(codeCalls.void.access)
          ? [
              {
                key: 'void',
                label: '作废',
                disabled: !selection.rows.every((row) => opensFrom('void', Number(row.status))),
                run: () => setAsking(voidAsking(selection.rows)),
              },
            ]
          : []
      }
      slots={{
        aside: asking && <AskDialog asking={asking} changes={changedByCodes} onClose={() => setAsking(null)} />,
      }}
    />
  );
}
