import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type DashboardAnswer,
  type Todo,
  type Waiting,
  type WorkKind,
  workKinds,
} from '#contract/areas/shell/dashboard.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { forgetThese } from '#src/engine/query-keys.ts';
import { StateTag } from '#src/kit/state-tag.tsx';
import { useSession } from '../session/sign-in-state.ts';
import { ahead } from './ahead.ts';
import styles from './dashboard.module.css';
import { figure } from './moves.ts';
import { dashboardKey } from './use-dashboard.ts';
import waits from './waiting.module.css';

const JudgeHere = lazy(async () => ({ default: (await import('./judge-here.tsx')).JudgeHere }));

/** What waits for this person: by what kind of work it is, what has waited longest first, and judged without leaving the page. */
export function WaitingWork({ todo, waiting, at }: Pick<DashboardAnswer, 'todo' | 'waiting' | 'at'>) {
  const uid = useSession((state) => state.session?.uid ?? 0);
  const client = useQueryClient();
  const [open, setOpen] = useState<Waiting | null>(null);
  const [taken, setTaken] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(null), []);
  const take = useCallback(() => {
    setOpen(null);
    setTaken((count) => count + 1);
    void forgetThese(client, { queryKey: dashboardKey(uid) });
  }, [client, uid]);
  useEffect(() => {
    // The row that was pressed goes: what comes next is where it stood. Not before the document is gone, which holds the focus while it is there.
    if (taken > 0) place.current?.focus({ preventScroll: true });
  }, [taken]);
  if (todo.length === 0) return <p className={styles.quiet}>没有等您处理的单据</p>;
  return (
    <div ref={place} tabIndex={-1} className={waits.place}>
      {workKinds.map((kind) => {
        const counts = todo.filter((one) => one.kind === kind);
        return (
          counts.length > 0 && (
            <section key={kind} className={styles.work} aria-label={workWords[kind]}>
              <h3>
                {workWords[kind]} <span>{figure(counts.reduce((sum, { count }) => sum + count, 0))}</span>
              </h3>
              <Documents documents={waiting.filter((one) => one.kind === kind)} at={at} onJudge={setOpen} />
              <Lists counts={counts} at={at} />
            </section>
          )
        );
      })}
      {open && (
        <Suspense>
          <JudgeHere waiting={open} onClose={close} onTaken={take} />
        </Suspense>
      )}
    </div>
  );
}

const workWords: Readonly<Record<WorkKind, string>> = {
  judge: '待我审核',
  returned: '被退回',
  do: '待我办理',
  draft: '我的草稿',
};

interface DocumentsProps {
  documents: readonly Waiting[];
  at: string;
  onJudge(one: Waiting): void;
}

/** The documents that have waited longest: with whom, for how much, for how long. */
function Documents({ documents, at, onJudge }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <ul className={waits.documents}>
      {documents.map((one) => (
        <li key={`${one.doc} ${one.id}`}>
          <Link to={one.url} {...ahead(one.url)}>
            <span className={waits.what}>
              {one.label} {one.no}
            </span>
            <span className={waits.parties}>{one.parties.join(' → ')}</span>
            <span className={waits.amount}>{amountOf(one)}</span>
            <span className={waits.age}>{age(one.at, at)}</span>
            <StateTag tone={one.state.tone}>{one.state.label}</StateTag>
          </Link>
          {one.judge !== null && (
            <button
              type="button"
              className="button-plain"
              aria-label={`${one.steps[0]} ${one.no}`}
              {...ahead(one.url)}
              onClick={() => onJudge(one)}
            >
              {one.steps[0]}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Every document of a kind and state is behind its list. */
function Lists({ counts, at }: { counts: readonly Todo[]; at: string }) {
  return (
    <ul className={waits.lists}>
      {counts.map(({ doc, label, status, state, steps, count, oldest, url }) => (
        <li key={`${doc} ${status}`}>
          <Link to={url} title={`待我${steps.join('、')}`} {...ahead(url)}>
            {label} {state.label} <b>{figure(count)}</b>
            {waited(oldest, at)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function amountOf({ amount, pieces }: Waiting): string {
  if (amount !== null) return printYuan(amount);
  return pieces === null ? '' : `${figure(pieces)} 件`;
}

/** How long the oldest has lain, from the second day on. */
function waited(oldest: string, at: string): string {
  const days = daysBetween(oldest, at);
  return days > 0 ? `，最久 ${figure(days)} 天` : '';
}

function age(since: string, at: string): string {
  const days = daysBetween(since, at);
  return days > 0 ? `${figure(days)} 天` : '今天';
}

const daysBetween = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000);
