import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { PrintedLines } from '#contract/kit/printing.ts';
import type { PaperContent } from '#src/engine/print/use-print.ts';
import type { Row } from '#src/engine/row.ts';
import { columnsOf, type PaperColumn, sumsOf } from './paper-parts.ts';
import styles from './print.module.css';

interface PaperLinesProps {
  /** The definition as whoever prints knows it. */
  seen: AnyDefinition;
  printed: PrintedLines;
  content: PaperContent;
  /** Lines drawn at most; the sums are of all. */
  most?: number | undefined;
}

/** The table of a paper: its head stands on every page, its sums once, under the last line. */
export function PaperLines({ seen, printed, content, most = Number.POSITIVE_INFINITY }: PaperLinesProps) {
  const { byHand = [], spare = 0, only, none } = printed;
  const lines = only ? content.lines.filter(only) : content.lines;
  const columns = columnsOf(seen, printed, { record: content.record, lines });
  const width = 1 + columns.length + byHand.length;
  const hidden = lines.length - most;
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th className={styles.number}>序号</th>
          {columns.map(({ name, label, end }) => (
            <th key={name} className={end ? styles.figure : undefined}>
              {label}
            </th>
          ))}
          {byHand.map((label) => (
            <th key={label} className={styles.byHand}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, most).map((line, index) => (
          <LineRow key={line.id} number={index + 1} line={line} columns={columns} empty={byHand.length} />
        ))}
        {hidden > 0 && (
          <tr>
            <td colSpan={width}>{`还有 ${hidden} 行，打印时全部输出`}</td>
          </tr>
        )}
        {lines.length === 0 && none && (
          <tr>
            <td colSpan={width}>{none}</td>
          </tr>
        )}
        {times(spare).map((row) => (
          <tr key={`spare ${row}`}>
            {times(width).map((cell) => (
              <td key={cell}>&nbsp;</td>
            ))}
          </tr>
        ))}
      </tbody>
      {printed.sums && lines.length > 0 && (
        <SumRow columns={columns} sums={sumsOf(seen, printed, lines)} empty={byHand.length} />
      )}
    </table>
  );
}

interface LineRowProps {
  number: number;
  line: Row;
  columns: readonly PaperColumn[];
  /** Columns for a pen. */
  empty: number;
}

function LineRow({ number, line, columns, empty }: LineRowProps) {
  return (
    <tr>
      <td className={styles.number}>{number}</td>
      {columns.map(({ name, end, text }) => (
        <td key={name} className={end ? styles.figure : undefined}>
          {text(line)}
        </td>
      ))}
      {times(empty).map((cell) => (
        <td key={cell}>&nbsp;</td>
      ))}
    </tr>
  );
}

interface SumRowProps {
  columns: readonly PaperColumn[];
  sums: Readonly<Record<string, string>>;
  empty: number;
}

// A body of its own and no foot: a browser prints a foot on every page.
function SumRow({ columns, sums, empty }: SumRowProps) {
  return (
    <tbody className={styles.sums}>
      <tr>
        <th scope="row">合计</th>
        {columns.map(({ name }) => (
          <td key={name} className={styles.figure}>
            {sums[name]}
          </td>
        ))}
        {empty > 0 && <td colSpan={empty}>{'\u00a0'}</td>}
      </tr>
    </tbody>
  );
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
