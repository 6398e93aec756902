import { Link } from 'react-router-dom';
import { accountPeriod, periodCalls, periodState } from '#contract/areas/reports/account-period.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { freshList, writeAddress } from '#src/engine/list/list-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { CheckList } from './check-list.tsx';
import styles from './overview.module.css';

/** The months that are over and open, and of the one that is closed next what is in the way. */
export function BoardPeriods() {
  const { value, loading, failure } = useRead(accountPeriod, periodCalls.openPeriods, { input: {} });
  return (
    <section className={styles.block} aria-label="会计期间">
      <h2>会计期间</h2>
      {loading && <LoadingFace />}
      {failure && (
        <p className="desk-wrong" role="alert">
          {wordsOf(failure)}
        </p>
      )}
      {value && (
        <>
          <p>
            已结束未结账 <Link to={listed(value.until)}>{`${grouped(value.count)} 个期间`}</Link>
            {value.next !== null && `，应先月结 ${value.next}`}
          </p>
          {value.checks && (
            <>
              <CheckList checks={value.checks} />
              <p className={styles.note}>库存账实一致在月结时检查</p>
            </>
          )}
          {value.next !== null && value.checks === null && (
            <p className={styles.note}>月结检查涉及全公司，限定数据范围的账号不显示</p>
          )}
        </>
      )}
    </section>
  );
}

function listed(until: string): string {
  const at = new URLSearchParams({ tab: 'period' });
  const filters = { status: [periodState.open], end_date_to: until };
  return `/finance/incontList?${writeAddress(accountPeriod, at, { ...freshList, filters }).toString()}`;
}
