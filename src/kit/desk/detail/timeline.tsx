import { allFields } from '#contract/kit/base-fields.ts';
import type { AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { EmptyFace } from '../faces.tsx';
import { lookOf } from '../kinds/index.ts';
import { StatusOf } from '../status-tag.tsx';

/** 操作记录: who did what, when, with which words, and what it changed from and to; the latest first. */
export function Timeline({ definition, audit }: { definition: AnyDefinition; audit: readonly AuditRow[] }) {
  if (audit.length === 0) return <EmptyFace />;
  return (
    <ol className="desk-timeline">
      {audit.toReversed().map((step) => (
        <li key={step.id}>
          <p className="desk-step">
            <time dateTime={step.at}>{printTime(step.at)}</time>
            <strong>{step.label}</strong>
            <span>{step.admin_name ?? '系统'}</span>
            {step.to_status !== null && step.to_status !== step.from_status && (
              <StatusOf definition={definition} status={step.to_status} />
            )}
          </p>
          {step.remark && <p className="desk-remark">{step.remark}</p>}
          {step.changes && <Changes definition={definition} changes={step.changes} />}
        </li>
      ))}
    </ol>
  );
}

function Changes({ definition, changes }: { definition: AnyDefinition; changes: NonNullable<AuditRow['changes']> }) {
  const fields = allFields(definition);
  const rows = Object.entries(changes).filter(
    ([name]) => name === 'lines' || (fields[name] !== undefined && !bookkeeping.has(name)),
  );
  if (rows.length === 0) return null;
  const shown = (name: string, value: unknown) => {
    const field = fields[name];
    if (value === null || value === undefined || value === '') return '空';
    return field ? lookOf(field).cell({ value, field, name, record: {} }) : String(value);
  };
  return (
    <ul className="desk-changes">
      {rows.map(([name, { before, after }]) =>
        name === 'lines' && Array.isArray(after) ? (
          <LineChanges key={name} before={before as string[]} after={after as string[]} />
        ) : (
          <li key={name}>
            <span className="desk-hint">{fields[name]?.label ?? definition.lines?.label}</span>{' '}
            {fields[name] && (
              <>
                <del>{shown(name, before)}</del> →{' '}
              </>
            )}
            <ins>{shown(name, after)}</ins>
          </li>
        ),
      )}
    </ul>
  );
}

/** Lines as the server put them into words, what was beside what is; a line that was not there has no before. */
function LineChanges({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  return after.map((words, at) => (
    // Two lines of a step may read alike; their order never changes.
    <li key={`${at} ${words}`}>
      {before[at] && (
        <>
          <del>{before[at]}</del> →{' '}
        </>
      )}
      <ins>{words}</ins>
    </li>
  ));
}

/** Set by the server beside every edit; they say nothing that the step's own line does not. */
const bookkeeping = new Set(['last_edited_by', 'updated_by', 'updated_at']);
