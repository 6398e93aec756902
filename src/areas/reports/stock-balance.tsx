import { Button } from 'antd';
import { useState } from 'react';
import { periodCalls } from '#contract/areas/reports/account-period.ts';
import { standingRows } from '#contract/areas/reports/standing-rows.ts';
import { stockBalanceReport } from '#contract/areas/reports/stock-reports.ts';
import { date } from '#contract/kit/kinds/time.ts';
import { showTasks } from '#src/engine/tasks.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { ReportPage } from '#src/kit/desk/report/report-page.tsx';

/** Balances of a day, or from one day to another; a day can be made by hand before its time. */
export function Screen() {
  const mayUse = useMayUse();
  const [asking, setAsking] = useState(false);
  const button = mayUse(periodCalls.snapshot.access) && <Button onClick={() => setAsking(true)}>生成结存</Button>;
  return (
    <>
      <ReportPage report={stockBalanceReport} slots={{ extra: button }} />
      {asking && (
        <AskDialog
          asking={{
            title: '生成结存',
            fields: asked,
            call: periodCalls.snapshot,
            input: ({ balance_date: day }) => ({ balance_date: String(day) }),
            done: () => {
              showTasks();
              return { good: '正在生成，进度见工单' };
            },
          }}
          changes={[standingRows]}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const asked = { balance_date: date('结存日期', { required: true }) };
