import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { PrintedLines } from '#contract/kit/printing.ts';
import type { PaperContent } from '#src/engine/print/use-print.ts';
import type { Row } from '#src/engine/row.ts';
import { useStyleGrids } from '../lines/use-style-grids.ts';
import { PaperLines } from './paper-lines.tsx';
import { crossOf, sumsOf } from './paper-parts.ts';
import styles from './print.module.css';

interface PaperCrossProps {
  seen: AnyDefinition;
  printed: PrintedLines;
  content: PaperContent;
  /** The field of a line that stands in the cells. */
  quantity: string;
  /** Lines drawn at most where they are drawn one by one. */
  most?: number | undefined;
}

/**
 * The lines of a paper as styles: a row for each colour, a column for each size, sums at both ends. As long as one of the goods is of no
 * known style every line stands by itself: nothing is left off a paper.
 */
export function PaperCross({ seen, printed, content, quantity, most }: PaperCrossProps) {
  const { lines } = content;
  const { grids } = useStyleGrids(idsOf(lines), none);
  const parts = crossOf(grids, lines);
  if (!parts) return <PaperLines seen={seen} printed={printed} content={content} most={most} />;
  const beside = (printed.sums ?? []).filter((name) => name !== quantity && seen.lines?.fields[name]);
  const sums = [quantity, ...beside];
  const of = (rows: readonly Row[]) => sumsOf(seen, { sums }, rows);
  const labelOf = (name: string) => seen.lines?.fields[name]?.label ?? '';
  const total = of(lines);
  return (
    <>
      {parts.map(({ grid, sizes, colors, linesOf }) => (
        <table key={grid.spu_id} className={`${styles.lines} ${styles.cross}`}>
          <caption>{`${grid.name} ${grid.style_no}`}</caption>
          <thead>
            <tr>
              <th>颜色</th>
              {sizes.map(({ id, name }) => (
                <th key={id} className={styles.figure}>
                  {name}
                </th>
              ))}
              {sums.map((name) => (
                <th key={name} className={styles.figure}>
                  {labelOf(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {colors.map((color) => (
              <tr key={color.id}>
                <th scope="row">{color.name}</th>
                {sizes.map((size) => (
                  <td key={size.id} className={styles.figure}>
                    {some(linesOf(color.id, size.id)) && of(linesOf(color.id, size.id))[quantity]}
                  </td>
                ))}
                <Sums names={sums} sums={of(linesOf(color.id))} />
              </tr>
            ))}
          </tbody>
          <tbody className={styles.sums}>
            <tr>
              <th scope="row">小计</th>
              {sizes.map((size) => (
                <td key={size.id} className={styles.figure}>
                  {of(linesOf(undefined, size.id))[quantity]}
                </td>
              ))}
              <Sums names={sums} sums={of(linesOf())} />
            </tr>
          </tbody>
        </table>
      ))}
      <p
        className={styles.total}
      >{`合计　${sums.map((name) => `${labelOf(name)} ${total[name] ?? ''}`).join('　')}`}</p>
    </>
  );
}

function Sums({ names, sums }: { names: readonly string[]; sums: Readonly<Record<string, string>> }) {
  return names.map((name) => (
    <td key={name} className={styles.figure}>
      {sums[name]}
    </td>
  ));
}

const some = (lines: readonly Row[]): boolean => lines.length > 0;
const idsOf = (lines: readonly Row[]): number[] => [...new Set(lines.map(({ sku_id }) => Number(sku_id)))];
const none: readonly never[] = [];
