import { grouped } from '#contract/kit/kinds/number.ts';
import type { EntriesView } from '#src/engine/paste/use-entries.ts';
import type { PasteRead } from '#workers/paste-entries.ts';

interface PasteReportProps {
  id?: string;
  box: Pick<EntriesView, 'count' | 'page' | 'read' | 'progress'>;
  most: number;
}

/** Under a paste box: how many there are, that the rest was cut, and which came twice. Heard as it changes. */
export function PasteReport({ id, box: { count, page, read, progress }, most }: PasteReportProps) {
  return (
    <p id={id} className="desk-paste-report" role="status">
      {progress !== null && `正在读取 ${Math.round(progress * 100)}%`}
      {progress === null && count > 0 && `已输入 ${grouped(count)} 个${pageWords(page)}`}
      {progress === null && read !== null && read.cut > 0 && (
        <strong className="desk-paste-cut">一次最多输入{most}个</strong>
      )}
      {progress === null && read !== null && read.repeats > 0 && (
        <span title={read.repeated.join('、')}>{repeatWords(read)}</span>
      )}
    </p>
  );
}

function pageWords(page: EntriesView['page']): string {
  if (!page || page.last < page.first) return '';
  return page.first === 1
    ? `，显示前 ${grouped(page.last)} 个`
    : `，显示第 ${grouped(page.first)}–${grouped(page.last)} 个`;
}

function repeatWords({ repeats, repeated }: PasteRead): string {
  const named = repeated.slice(0, namedRepeats).join('、');
  return `已去掉重复 ${grouped(repeats)} 个：${named}${repeated.length > namedRepeats ? ' 等' : ''}`;
}

const namedRepeats = 3;
