import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { type CodeStep, opensFrom } from '#contract/areas/codes/code-life.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { trackAt } from './addresses.ts';
import { changedByCodes, lostAsking, moveAsking } from './askings.ts';

/** Pieces by their codes: where each is; put elsewhere, reported lost, reported found. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const [asking, setAsking] = useState<ReturnType<typeof moveAsking> | null>(null);
  const open = (step: CodeStep, rows: readonly Row[]) => rows.every((row) => opensFrom(step, Number(row.status)));
  return (
    <ListPage
      definition={goodsPool}
      openAt={(row) => trackAt(row.unique_code)}
      rowActions={(row) => [{ key: 'track', label: '追踪', run: () => void navigate(trackAt(row.unique_code)) }]}
      batchActions={({ selection: { rows } }) => [
        ...(mayUse(codeCalls.move.access)
          ? [{ key: 'move', label: '仓内移动', disabled: !open('move', rows), run: () => setAsking(moveAsking(rows)) }]
          : []),
        ...(mayUse(codeCalls.lost.access)
          ? [
              { key: 'lost', label: '挂失', disabled: !open('hold', rows), run: () => setAsking(lostAsking(rows, 1)) },
              { key: 'found', label: '找回', disabled: !open('find', rows), run: () => setAsking(lostAsking(rows, 2)) },
            ]
          : []),
      ]}
      slots={{
        aside: asking && <AskDialog asking={asking} changes={changedByCodes} onClose={() => setAsking(null)} />,
      }}
    />
  );
}
