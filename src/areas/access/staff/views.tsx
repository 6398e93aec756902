import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import './staff.css';

/** The two views of the account centre: the accounts, and what waits for a second person. */
export function Views({ open, waiting }: { open: 'accounts' | 'grants'; waiting: number }) {
  return (
    <nav className="staff-views" aria-label="视图">
      <Link to={addresses.staff} aria-current={open === 'accounts' ? 'page' : undefined}>
        账号
      </Link>
      <Link to={addresses.grants} aria-current={open === 'grants' ? 'page' : undefined}>
        待审批授权
        {waiting > 0 && <span className="staff-count">{waiting}</span>}
      </Link>
    </nav>
  );
}
