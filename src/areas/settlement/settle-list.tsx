import { Segmented } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { settleSum } from '#contract/areas/settlement/settle-sum.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { statementAt } from './addresses.ts';

/** What suppliers are owed and how far it has been settled: by supplier, or item by item. */
export function Screen() {
  const [params] = useSearchParams();
  return params.get('by') === 'supplier' ? <BySupplier /> : <ByItem />;
}

function ByItem() {
  return <ListPage definition={settleItem} title={title} slots={{ above: <Views of="item" /> }} />;
}

function BySupplier() {
  const navigate = useNavigate();
  const mayAdd = useAllowed(statement.calls.add?.[1]);
  return (
    <ListPage
      definition={settleSum}
      title={title}
      rowActions={(row) =>
        mayAdd
          ? [
              {
                key: 'statement',
                label: '新增结算单',
                run: () => void navigate(statementAt.freshFor(Number(row.supplier_id))),
              },
            ]
          : []
      }
      slots={{ above: <Views of="supplier" /> }}
    />
  );
}

function Views({ of }: { of: 'item' | 'supplier' }) {
  const navigate = useNavigate();
  return (
    <Segmented
      aria-label="查看方式"
      value={of}
      options={[
        { value: 'item', label: '按明细' },
        { value: 'supplier', label: '按供应商' },
      ]}
      onChange={(by) => void navigate(by === 'supplier' ? '?by=supplier' : '?', { replace: true })}
    />
  );
}

const title = '采购结算列表';
