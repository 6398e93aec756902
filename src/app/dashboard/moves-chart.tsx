import type { DayMoves } from '#contract/areas/shell/dashboard.ts';
import styles from './dashboard.module.css';
import { barsOf, chart, dayWords, figure, scaleOf, wordsOf } from './moves.ts';

/** Pieces in and out by day; the same as a table for those who cannot see it. */
export function MovesChart({ days }: { days: readonly DayMoves[] }) {
  const { bars, base } = barsOf(days);
  const words = wordsOf(days);
  return (
    <figure className={styles.chart}>
      <figcaption>
        {words}
        <span aria-hidden="true">
          <i data-way="in" /> 入库 <i data-way="out" /> 出库
        </span>
      </figcaption>
      <div className={styles.scale}>
        <svg viewBox={`0 0 ${chart.width} ${chart.height}`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map(({ x, width, up, down }, at) => {
            const day = days[at] as DayMoves;
            return (
              <g key={day.day}>
                <rect
                  className={styles.day}
                  x={(at * chart.width) / days.length}
                  width={chart.width / days.length}
                  height={chart.height}
                >
                  <title>{`${dayWords(day.day)}：入库 ${figure(day.in)}，出库 ${figure(day.out)}`}</title>
                </rect>
                <rect data-way="in" x={x} width={width} y={base - up} height={up} />
                <rect data-way="out" x={x} width={width} y={base} height={down} />
              </g>
            );
          })}
          <line x2={chart.width} y1={base} y2={base} />
          {scaleOf(days).map(({ at }) => (
            <line key={at} className={styles.grid} x2={chart.width} y1={at * chart.height} y2={at * chart.height} />
          ))}
        </svg>
        {scaleOf(days).map(({ at, count }) => (
          <span key={at} style={{ top: `${at * 100}%` }} aria-hidden="true">
            {figure(count)}
          </span>
        ))}
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{dayWords(days[0]?.day ?? '')}</span>
        <span>{dayWords(days.at(-1)?.day ?? '')}</span>
      </p>
      <div className={styles.unseen}>
        <table>
          <caption>{words}</caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">入库</th>
              <th scope="col">出库</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayWords(day.day)}</th>
                <td>{figure(day.in)}</td>
                <td>{figure(day.out)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
