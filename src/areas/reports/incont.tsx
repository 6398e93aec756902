import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { accountPeriod, periodCalls } from '#contract/areas/reports/account-period.ts';
import { incontReport } from '#contract/areas/reports/stock-reports.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ReportPage } from '#src/kit/desk/report/report-page.tsx';
import { Periods } from './periods.tsx';

/** 进销存, and beside it the months of the books and their closing (amendments G9). */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const mayUse = useMayUse();
  const mayReport = mayUse(incontReport.call.access);
  const mayClose = mayUse(periodCalls.closing.access);
  const shown = mayClose && (!mayReport || params.get('tab') === 'period') ? 'period' : 'report';
  const tabs = mayReport && mayClose && (
    <Tabs
      size="small"
      activeKey={shown}
      onChange={(key) => setParams(key === 'period' ? { tab: key } : {})}
      items={[
        { key: 'report', label: incontReport.label },
        { key: 'period', label: accountPeriod.label },
      ]}
    />
  );
  return shown === 'period' ? <Periods above={tabs} /> : <ReportPage report={incontReport} slots={{ above: tabs }} />;
}
