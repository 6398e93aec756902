import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { order } from '#contract/areas/orders/order.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { readAddress } from '#src/engine/list/list-address.ts';
import { useRead } from '#src/engine/use-read.ts';

/** How many orders stand in each state, of those that the list below would show without asking for one; one of them is looked at alone. */
export function StatusTabs() {
  const [params, setParams] = useSearchParams();
  const { filters, keyword } = readAddress(order, params);
  const { status: _status, ...others } = filters;
  const stat = useRead(order, orderCalls.statusStat, { input: { ...others, ...(keyword ? { keyword } : {}) } });
  const counts = new Map((stat.value?.list ?? []).map(({ status, count }) => [String(status), count]));
  const choose = (key: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (key === every) next.delete('status');
    else next.set('status', key);
    setParams(next);
  };
  const chosen = params.get('status') ?? every;
  return (
    <Tabs
      size="small"
      activeKey={chosen === every || codes.includes(chosen) ? chosen : every}
      onChange={choose}
      items={[
        { key: every, label: '全部' },
        ...codes.map((code) => ({ key: code, label: `${labels[code]?.[0] ?? ''} ${grouped(counts.get(code) ?? 0)}` })),
      ]}
    />
  );
}

const every = 'all';
const labels = order.states as Readonly<Record<string, readonly [string, ...unknown[]]>>;
const codes = ['1', '2', '3', '4', '5', '6', '7'];
