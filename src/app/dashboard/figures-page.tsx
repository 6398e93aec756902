import type { ReactNode } from 'react';
import { printTime } from '#contract/kit/kinds/time.ts';
import { CallFailed, wordsOf } from '#src/engine/failure.ts';
import styles from './dashboard.module.css';
import { SalesFigures, StockFigures } from './figures.tsx';
import { Guide } from './guide.tsx';
import { MovesChart } from './moves-chart.tsx';
import { Part } from './part.tsx';
import { RecentDocuments } from './recent-documents.tsx';
import { RecentTasks } from './recent-tasks.tsx';
import { RoleFigures } from './role-figures.tsx';
import { StillList } from './still-goods.tsx';
import { useDashboard } from './use-dashboard.ts';
import { WaitingWork } from './waiting-work.tsx';

/**
 * The landing page's figures and their faces: loading, not to be had, of an earlier time. What stands below them comes with
 * them: it would be pushed down by whatever height they turn out to have.
 */
export function FiguresPage({ uid, children }: { uid: number; children: ReactNode }) {
  const figures = useDashboard(uid);
  if (figures.isError) {
    const { error } = figures;
    return (
      <>
        <div className={styles.failed} role="alert">
          <span>首页数据没有取到{error instanceof CallFailed ? `：${wordsOf(error.failure)}` : ''}</span>
          <button type="button" className="button-plain" onClick={() => void figures.refetch()}>
            再试一次
          </button>
        </div>
        {children}
      </>
    );
  }
  if (!figures.data) return <Bones />;
  const { answer, kept } = figures.data;
  return (
    <>
      {kept && (
        <p className={styles.kept} role="status">
          当前离线，以下是 {printTime(answer.at)} 的数据
        </p>
      )}
      <Guide />
      <Part name="等我处理">
        <WaitingWork todo={answer.todo} waiting={answer.waiting} at={answer.at} />
      </Part>
      {answer.figures.length > 0 && (
        <Part name="关注">
          <RoleFigures figures={answer.figures} />
        </Part>
      )}
      {answer.stock_alerts && (
        <Part name="库存">
          <StockFigures answer={answer} />
          <StillList goods={answer.still} />
        </Part>
      )}
      {answer.sales && !answer.figures.some(({ name }) => name === 'salesToday') && (
        <Part name="销售">
          <SalesFigures sales={answer.sales} />
        </Part>
      )}
      <div className={styles.pair}>
        {answer.moves && (
          <Part name="出入库">
            <MovesChart days={answer.moves} />
          </Part>
        )}
        <div className={answer.moves ? undefined : styles.beside}>
          <Part name="最近单据">
            <RecentDocuments recent={answer.recent} />
          </Part>
          <RecentTasks />
        </div>
      </div>
      {children}
    </>
  );
}

function Bones() {
  return (
    <div className={styles.bones} role="status" aria-label="正在取首页数据">
      {['a', 'b', 'c', 'd'].map((name) => (
        <div key={name} className="skeleton" />
      ))}
      <div className="skeleton" />
    </div>
  );
}
