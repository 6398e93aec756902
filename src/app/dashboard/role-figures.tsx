import { Link } from 'react-router-dom';
import type { RoleFigure } from '#contract/areas/shell/dashboard.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { ahead } from './ahead.ts';
import styles from './dashboard.module.css';
import { figure as grouped } from './moves.ts';

/** The figures by which somebody in these roles works, each a way into the list that it is of. */
export function RoleFigures({ figures }: { figures: readonly RoleFigure[] }) {
  return (
    <ul className={styles.figures}>
      {figures.map((one) => (
        <li key={one.name}>
          {one.url === null ? (
            <div>
              <Words of={one} />
            </div>
          ) : (
            <Link to={one.url} {...ahead(one.url)} data-quiet={nothing(one) || undefined}>
              <Words of={one} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Words({ of: { label, note, count, amount, share, bad } }: { of: RoleFigure }) {
  // A sum of money says how many it is of beside it.
  const counted = count !== null && amount !== null ? `${grouped(count)} ` : '';
  return (
    <>
      <b data-bad={bad || (amount ?? 0) < 0 || undefined}>
        {share === null ? (amount === null ? grouped(count ?? 0) : printYuan(amount)) : `${(share / 100).toFixed(1)}%`}
      </b>
      <span className={styles.of}>{label}</span>
      <span className={styles.note}>{`${counted}${note}`}</span>
    </>
  );
}

const nothing = ({ count, amount, share }: RoleFigure): boolean => !count && !amount && share === null;
