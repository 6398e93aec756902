import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { payType } from '#contract/areas/enums.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { LineAnswer } from '#src/engine/detail/step-lines.ts';
import styles from './live-figures.module.css';

/** What the till says, what was handed in and what is checked, side by side, with the difference of what is being typed. */
export function LiveFigures({ answers }: { answers: readonly LineAnswer[] }) {
  const rows = answers.map(figuresOf);
  const sum = (of: (row: Figures) => number | undefined) => rows.reduce((all, row) => all + (of(row) ?? 0), 0);
  const { system_amount, actual_amount, checked_amount, diff_amount, pay_type } = cashierBill.lines.fields;
  return (
    <table className={styles.figures} aria-label="长短款">
      <thead>
        <tr>
          {[pay_type, system_amount, actual_amount, checked_amount, diff_amount].map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            <td>{printYuan(row.system)}</td>
            <td>{shown(row.actual)}</td>
            <td>{shown(row.checked)}</td>
            <Difference of={row.difference} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          <td>{printYuan(sum(({ system }) => system))}</td>
          <td>{printYuan(sum(({ actual }) => actual))}</td>
          <td>{printYuan(sum(({ checked }) => checked))}</td>
          <Difference of={sum(({ difference }) => difference)} />
        </tr>
      </tfoot>
    </table>
  );
}

interface Figures {
  readonly key: string;
  readonly name: string;
  readonly system: number;
  readonly actual: number | undefined;
  readonly checked: number | undefined;
  /** Of what was checked, else of what was handed in; none before either is known. */
  readonly difference: number | undefined;
}

function figuresOf({ key, line, values }: LineAnswer): Figures {
  const figure = (name: string) => {
    const value = name in values ? values[name] : line[name];
    return typeof value === 'number' ? value : undefined;
  };
  const system = figure('system_amount') ?? 0;
  const [actual, checked] = [figure('actual_amount'), figure('checked_amount')];
  // What was checked before it was sent back says nothing of what is handed in again.
  const found = 'actual_amount' in values ? actual : (checked ?? actual);
  return {
    key,
    name: payType[line.pay_type as keyof typeof payType] ?? '',
    system,
    actual,
    checked: 'actual_amount' in values ? undefined : checked,
    difference: found === undefined ? undefined : found - system,
  };
}

const shown = (fen: number | undefined): string => (fen === undefined ? '—' : printYuan(fen));

function Difference({ of }: { of: number | undefined }) {
  if (of === undefined || of === 0) return <td>{shown(of)}</td>;
  return <td className={styles.differs}>{`${of > 0 ? '长款 ' : '短款 '}${printYuan(Math.abs(of))}`}</td>;
}
