import { lazy, Suspense, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { periodCalls } from '#contract/areas/reports/account-period.ts';
import {
  ageSpans,
  type DueFigure,
  type Dues,
  dueFilters,
  dueSpans,
  duesCall,
} from '#contract/areas/settlement/dues.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { printMoney, printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { freshList, writeAddress } from '#src/engine/list/list-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { BoardPeriods } from './board-periods.tsx';
import styles from './overview.module.css';
import { OverviewCard } from './overview-card.tsx';

const Chart = lazy(async () => ({ default: (await import('#src/kit/desk/chart/chart.tsx')).Chart }));

/** What is to be paid when and to whom, which months are open and what is in their way; every figure leads to the rows it counted. */
export function Screen() {
  const mayUse = useMayUse();
  const pays = mayUse(duesCall.access);
  const closes = mayUse(periodCalls.openPeriods.access);
  const { value, ...read } = useRead(statement, duesCall, { input: {}, when: pays });
  return (
    <PageFrame title="财务看板" loading={read.loading} failure={read.failure} stale={read.stale} onRetry={read.reload}>
      {value && <DuesSheet dues={value} />}
      {closes && <BoardPeriods />}
    </PageFrame>
  );
}

const listed = (of: Parameters<typeof dueFilters>[0]): string =>
  `/finance/statementList?${writeAddress(statement, new URLSearchParams(), { ...freshList, filters: dueFilters(of) }).toString()}`;

function DuesSheet({ dues }: { dues: Dues }) {
  const navigate = useNavigate();
  const { today, weeks, all, owed } = dues;
  const spans = useMemo(() => dueSpans(today), [today]);
  const labels = useMemo(() => spans.map(({ name }) => name), [spans]);
  const series = useMemo(() => [{ name: '待付金额', values: weeks.map(({ amount }) => amount) }], [weeks]);
  const cards = [
    { label: '待付合计', figure: all, at: listed({}) },
    ...spans.slice(0, 2).map((span, place) => ({
      label: place === 0 ? span.name : '本周到期',
      figure: weeks[place] ?? all,
      at: listed({ span }),
    })),
    { label: '供应商应缴回', figure: owed, at: listed({ owed: true }) },
  ];
  return (
    <>
      <ul className={styles.cards} aria-label={`截至 ${today}`}>
        {cards.map(({ label, figure, at }) => (
          <OverviewCard
            key={label}
            label={label}
            figure={printYuan(figure.amount)}
            note={`${grouped(figure.count)} 张结算单`}
            at={at}
          />
        ))}
      </ul>
      {all.count === 0 ? (
        <p className="desk-hint">没有待付的结算单</p>
      ) : (
        <>
          <section className={styles.block} aria-label="到期付款">
            <h2>到期付款</h2>
            <Suspense>
              <Chart
                label={`截至 ${today} 各周到期金额`}
                kind="bar"
                labels={labels}
                series={series}
                print={printMoney}
                onPick={(place) => {
                  const span = spans[place];
                  if (span) void navigate(listed({ span }));
                }}
              />
            </Suspense>
            <Figures
              head="到期"
              columns={['单数', '金额']}
              rows={spans.map((span, place) => ({
                key: span.name,
                name: span.from && span.to ? `${span.name}（${span.from} 至 ${span.to}）` : span.name,
                at: listed({ span }),
                cells: [grouped(weeks[place]?.count ?? 0), printMoney(weeks[place]?.amount ?? 0)].map((text) => ({
                  text,
                })),
              }))}
            />
          </section>
          <Ageing dues={dues} />
        </>
      )}
    </>
  );
}

function Ageing({ dues: { today, all, ages, suppliers, supplier_count: count } }: { dues: Dues }) {
  const spans = ageSpans(today);
  const cellsOf = (of: DueFigure, own: readonly DueFigure[], supplier?: number) => [
    ...own.map((figure, place) => {
      const span = spans[place];
      return {
        text: figure.count === 0 ? '—' : printMoney(figure.amount),
        ...(figure.count === 0 || !span
          ? {}
          : { at: listed({ span, ...(supplier === undefined ? {} : { supplier }) }) }),
      };
    }),
    { text: printMoney(of.amount) },
  ];
  return (
    <section className={styles.block} aria-label="供应商账龄">
      <h2>供应商账龄</h2>
      <Figures
        head="供应商"
        columns={[...spans.map(({ name }) => name), '合计']}
        rows={[
          { key: 'all', name: `全部 ${grouped(count)} 家`, at: listed({}), cells: cellsOf(all, ages) },
          ...suppliers.map((one) => ({
            key: String(one.supplier_id),
            name: one.title,
            at: listed({ supplier: one.supplier_id }),
            cells: cellsOf(one, one.ages, one.supplier_id),
          })),
        ]}
      />
      {count > suppliers.length && (
        <p className={styles.note}>{`只列待付金额最大的 ${grouped(suppliers.length)} 家，其余计入“全部”`}</p>
      )}
    </section>
  );
}

interface FiguresProps {
  head: string;
  columns: readonly string[];
  rows: readonly {
    key: string;
    name: string;
    at: string;
    cells: readonly { text: string; at?: string }[];
  }[];
}

function Figures({ head, columns, rows }: FiguresProps) {
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[head, ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, at, cells }) => (
            <tr key={key}>
              <th scope="row">
                <Link to={at}>{name}</Link>
              </th>
              {cells.map((cell, place) => (
                <td key={columns[place]}>{cell.at ? <Link to={cell.at}>{cell.text}</Link> : cell.text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
