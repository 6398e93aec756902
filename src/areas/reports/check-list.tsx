import { Link } from 'react-router-dom';
import type { ShownCheck } from '#contract/areas/reports/account-period.ts';

/** What was looked at before a month is closed, each with the way to what is in the way. */
export function CheckList({ checks }: { checks: readonly ShownCheck[] }) {
  return (
    <ul className="desk-plain" aria-label="月结检查">
      {checks.map((check) => (
        <li key={check.check}>
          <span>{`${markOf(check)} ${check.name}`}</span>
          {!check.ok && (
            <>
              {' '}
              <Link to={check.url}>{`${check.count} 项`}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const markOf = ({ ok, warning }: ShownCheck): string => (ok ? '通过：' : warning ? '提示：' : '未通过：');
