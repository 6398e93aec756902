import { Button, Tabs } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  type Overview,
  type OverviewGroup,
  overviewCall,
  overviewGroups,
  overviewReport,
  overviewSales,
} from '#contract/areas/reports/overview.ts';
import { printMoney } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { useListState } from '#src/engine/list/use-list-state.ts';
import { useRead } from '#src/engine/use-read.ts';
import { FilterBar } from '#src/kit/desk/list/filter-bar.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { ReportPage } from '#src/kit/desk/report/report-page.tsx';
import styles from './overview.module.css';
import { OverviewCard } from './overview-card.tsx';
import { cardsOf } from './overview-cards.ts';
import { OverviewGroupBlock } from './overview-group.tsx';

const Chart = lazy(async () => ({ default: (await import('#src/kit/desk/chart/chart.tsx')).Chart }));

/** What the company sold, has and owes; every figure leads to what it is made of. Beside it the same as a report. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const shown = params.get('tab') === 'sales' ? 'sales' : 'overview';
  const tabs = (
    <Tabs
      size="small"
      activeKey={shown}
      onChange={(key) => setParams(key === 'sales' ? { tab: key } : {})}
      items={[
        { key: 'overview', label: '经营概况' },
        { key: 'sales', label: overviewReport.label },
      ]}
    />
  );
  return shown === 'sales' ? <ReportPage report={overviewReport} slots={{ above: tabs }} /> : <Figures above={tabs} />;
}

const dayMs = 86_400_000;

function Figures({ above }: { above: React.ReactNode }) {
  const [state, change] = useListState(overviewSales, true);
  const [today] = useState(() => businessDay(new Date()));
  const to = String(state.filters.day_to ?? today);
  const from = String(state.filters.day_from ?? businessDay(new Date(Date.parse(to) - 29 * dayMs)));
  const shops = state.filters.shop_id;
  const input = { date_from: from, date_to: to, ...(Array.isArray(shops) ? { shop_ids: shops as number[] } : {}) };
  const { value, ...read } = useRead(overviewSales, overviewCall, { input });
  return (
    <PageFrame
      title="经营概况"
      extra={<Button onClick={() => window.print()}>打印</Button>}
      loading={read.loading}
      failure={read.failure}
      stale={read.stale}
      onRetry={read.reload}
    >
      {above}
      <FilterBar definition={overviewSales} state={state} onAsk={change} names={['day', 'shop_id']} />
      {value && <Sheet overview={value} />}
    </PageFrame>
  );
}

function Sheet({ overview }: { overview: Overview }) {
  const navigate = useNavigate();
  const { trend, from, to } = overview;
  const days = useMemo(() => trend.map(({ day }) => day), [trend]);
  const series = useMemo(
    () => [
      { name: '销售额', values: trend.map(({ sale_amount }) => sale_amount) },
      ...(trend.some(({ gross_amount: gross }) => gross !== undefined)
        ? [{ name: '毛利额', values: trend.map(({ gross_amount: gross = 0 }) => gross) }]
        : []),
    ],
    [trend],
  );
  return (
    <div className={styles.sheet}>
      <ul className={styles.cards} aria-label={`${from} 至 ${to}`}>
        {cardsOf(overview).map((card) => (
          <OverviewCard key={card.label} {...card} />
        ))}
      </ul>
      {trend.length > 0 && (
        <section className={styles.block} aria-label="销售趋势">
          <h2>销售趋势</h2>
          <Suspense>
            <Chart
              label={`${from} 至 ${to} 每日销售额`}
              kind="line"
              labels={days}
              series={series}
              print={printMoney}
              onPick={(index) => void navigate(salesAt({ from: days[index] ?? from, to: days[index] ?? to }))}
            />
          </Suspense>
        </section>
      )}
      <div className={styles.groups}>
        {(Object.keys(overviewGroups) as OverviewGroup[]).map((group) => (
          <OverviewGroupBlock
            key={group}
            label={overviewGroups[group]}
            rows={overview.groups[group]}
            at={(value) => salesAt({ from, to, group, value })}
          />
        ))}
      </div>
    </div>
  );
}

/** The report of these days, of one of a group where it is told. */
function salesAt({
  from,
  to,
  group,
  value,
}: {
  from: string;
  to: string;
  group?: OverviewGroup;
  value?: number | string | null;
}): string {
  const params = new URLSearchParams({ tab: 'sales', day_from: from, day_to: to });
  if (group && value !== null && value !== undefined) params.set(group, JSON.stringify([value]));
  params.set('group', group === 'shop_id' || !group ? 'category_id' : 'shop_id');
  return `/overview/addOerview?${params.toString()}`;
}
