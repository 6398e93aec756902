import { Link } from 'react-router-dom';
import './screen-views.css';

/** One view of a screen: its address, its words, and how many things wait in it. */
export interface View {
  readonly at: string;
  readonly words: string;
  readonly count?: number;
}

/** The views of one screen; `open` is the address of the one that is shown. */
export function Views({ open, views }: { open: string; views: readonly View[] }) {
  return (
    <nav className="desk-views-row" aria-label="视图">
      {views.map(({ at, words, count = 0 }) => (
        <Link key={at} to={at} aria-current={at === open ? 'page' : undefined}>
          {words}
          {count > 0 && <span className="desk-view-count">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
