import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ImportRemark, type ImportResult, remarksShown } from '#contract/areas/tasks/imports.ts';
import { type Remark, type RemarkKind, remarkKinds } from '../remark.ts';
import { reportLines } from '../report.ts';

/** What a report says at a glance; the whole of it is the file. */
export interface ReportGlance {
  readonly rows: number;
  readonly counts: ImportResult['counts'];
  readonly first: readonly ImportRemark[];
}

/** Writes the report of an import in Chinese to `path`, and answers its counts and beginning. */
export async function writeTaskReport(
  path: string,
  remarks: Iterable<Remark> | AsyncIterable<Remark>,
): Promise<ReportGlance> {
  const counts = new Map<RemarkKind, number>();
  const first: ImportRemark[] = [];
  let rows = 0;
  async function* counted(): AsyncGenerator<Remark> {
    for await (const remark of remarks) {
      rows += 1;
      counts.set(remark.kind, (counts.get(remark.kind) ?? 0) + (remark.rows ?? 1));
      if (first.length < remarksShown) first.push(shownRemark(remark));
      yield remark;
    }
  }
  await pipeline(Readable.from(reportLines(counted(), 'zh')), createWriteStream(path, { mode: 0o600 }));
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return { rows, counts: byCount.map(([kind, count]) => ({ what: remarkKinds[kind].zh, rows: count })), first };
}

function shownRemark({ row, code, kind, detail }: Remark): ImportRemark {
  return { row: row ?? null, code, what: remarkKinds[kind].zh, detail: detail.zh };
}
