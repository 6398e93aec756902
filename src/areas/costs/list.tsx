import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { costHistory } from '#contract/areas/costs/cost-history.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { costAt } from './addresses.ts';

/** Cost adjustments, judged one by one or in batches; beside them the history of costs. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={costAdjust}
      newAt={costAt.fresh}
      openAt={(row) => costAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(costAt.detail(row.id)) },
        ...(judged.has(Number(row.status))
          ? [{ key: 'audit', label: '审核', run: () => void navigate(costAt.audit(row.id)) }]
          : []),
        ...(row.allowed?.edit ? [{ key: 'edit', label: '编辑', run: () => void navigate(costAt.edit(row.id)) }] : []),
      ]}
      slots={{ extra: () => <Button onClick={() => void navigate(costAt.history)}>{costHistory.label}</Button> }}
    />
  );
}

/** 待部门审核、待财务审核 */
const judged: ReadonlySet<number> = new Set([1, 2]);
