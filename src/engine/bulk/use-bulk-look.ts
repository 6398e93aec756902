import { useEffect, useRef, useState } from 'react';
import { type BulkRow, bulkCalls, type LookedRow } from '#contract/kit/bulk.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Failure } from '#src/wire/sent.ts';
import type { Values } from '../row.ts';
import { useWire } from '../wire-context.tsx';
import { faceOfRow, type PreviewRow } from './preview-row.ts';
import type { NamedTarget } from './read-targets.ts';

/** A row that was looked at, and what an order says of it. */
export type LookedAt = PreviewRow & { readonly order: BulkRow | null };

/** What would become of many records, asked in parts so that it can be told how far it is and be stopped. */
export interface BulkLookView {
  /** Null before anything was asked, and while it is asked. */
  readonly rows: readonly LookedAt[] | null;
  /** Part of the rows that is looked at, 0 to 1. */
  readonly progress: number | null;
  readonly failure: Failure | null;
  look(targets: readonly NamedTarget[], fields: Values): Promise<void>;
  /** Stops asking and forgets what was told: something else is meant by now. */
  clear(): void;
}

interface State {
  readonly rows: readonly LookedAt[] | null;
  readonly progress: number | null;
  readonly failure: Failure | null;
}

export function useBulkLook(definition: AnyDefinition): BulkLookView {
  const wire = useWire();
  const [state, setState] = useState<State>(idle);
  const job = useRef<AbortController | null>(null);
  useEffect(() => () => job.current?.abort(), []);

  const begin = (): AbortController => {
    job.current?.abort();
    job.current = new AbortController();
    return job.current;
  };
  const ask = async (targets: readonly NamedTarget[], fields: Values, signal: AbortSignal) => {
    const { bulk } = definition;
    const sent = await wire.send(
      bulkCalls(definition).look,
      {
        ...(bulk?.path ? { type: bulk.type } : {}),
        targets: targets.flatMap(({ target }) => target ?? []),
        fields,
      },
      { signal, hideLoading: true, ownWords: true },
    );
    return sent;
  };

  return {
    ...state,
    async look(targets, fields) {
      const { signal } = begin();
      const rows: LookedAt[] = [];
      for (let at = 0; at < targets.length; at += limits.bulkLook) {
        setState({ ...idle, progress: at / targets.length });
        const part = targets.slice(at, at + limits.bulkLook);
        const named = part.filter(({ target }) => target !== null);
        const sent = named.length === 0 ? null : await ask(named, fields, signal);
        if (signal.aborted) return;
        if (sent && !sent.ok) return setState({ ...idle, failure: sent.failure });
        const looked = new Map(named.map((one, place) => [one, sent?.value.rows[place]]));
        for (const one of part) rows.push(rowOf(one, looked.get(one)));
      }
      setState({ ...idle, rows: withoutRepeats(definition, rows) });
    },
    clear() {
      begin();
      setState(idle);
    },
  };
}

const idle: State = { rows: null, progress: null, failure: null };

function rowOf({ row, target }: NamedTarget, looked: LookedRow | undefined): LookedAt {
  const {
    id = null,
    version = null,
    title = target?.key ?? '',
    hint = null,
    changes = [],
    note = null,
    refused,
  } = looked ?? {};
  const words = looked ? (refused?.words ?? null) : '缺少编号或名称';
  const own = Object.keys(looked?.fields ?? {}).length > 0 ? { fields: looked?.fields ?? {} } : {};
  const order = id === null || version === null || words !== null ? null : { id, version, ...own };
  return { id: row, row, name: title, hint, changes, note, words, order };
}

// A record that is named twice is changed once, by the row that came first.
function withoutRepeats({ label }: AnyDefinition, rows: readonly LookedAt[]): LookedAt[] {
  const first = new Map<number, number>();
  return rows.map((row) => {
    const id = row.order?.id;
    const before = id === undefined ? undefined : first.get(id);
    if (id !== undefined && before === undefined) first.set(id, row.row);
    if (before === undefined) return row;
    return { ...row, order: null, changes: [], note: null, words: `与第 ${before} 行是同一${label}` };
  });
}

/** The rows that an order takes: what would change nothing is left out. */
export const ordersOf = (rows: readonly LookedAt[]): BulkRow[] =>
  rows.flatMap((row) => (row.order && faceOfRow(row) === 'taken' ? [row.order] : []));
