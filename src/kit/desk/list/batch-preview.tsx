import { allFields } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Step } from '#src/engine/detail/use-transitions.ts';
import type { Row } from '#src/engine/row.ts';
import { sumOf } from '../sum-of.ts';
import { Sums } from '../sums.tsx';
import { briefOf, figuresOf } from './brief.ts';

/** With which of several records a step will be taken, what they are about and come to, and with which not, and why; then with which it was. */
export function BatchPreview({ definition, step }: { definition: AnyDefinition; step: Step }) {
  const { label } = step.transition;
  const nameOf = (record: Row) => String(record[definition.number?.field ?? definition.title] ?? `#${record.id}`);
  const unable = step.unable.map(({ record, words }) => ({ id: record.id, name: nameOf(record), words }));
  const refused = step.refused ?? [];
  const records = step.records.filter(({ id }) => !refused.some((one) => one.id === id));
  const fields = allFields(definition);
  // Of one there is nothing to sum.
  const summed = records.length > 1 ? figuresOf(definition, records) : [];
  return (
    <>
      <Records
        title={`${step.refused ? '已办理' : `可${label}`} ${records.length} 项`}
        records={records.map((record) => ({ id: record.id, name: nameOf(record), words: briefOf(definition, record) }))}
      />
      {summed.length > 0 && (
        <Sums label="合计" names={summed} fieldOf={(name) => fields[name] as Field} sum={sumOf(records, summed)} />
      )}
      <Records
        title={`${step.refused ? '未办理' : `不能${label}`} ${refused.length + unable.length} 项`}
        records={[...refused.map(({ id, no, msg }) => ({ id, name: no ?? `#${id}`, words: msg })), ...unable]}
      />
    </>
  );
}

interface RecordsProps {
  title: string;
  records: readonly { id: number; name: string; words: string }[];
}

function Records({ title, records }: RecordsProps) {
  if (records.length === 0) return null;
  return (
    <section className="desk-batch-records" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {records.map(({ id, name, words }) => (
          <li key={id}>
            {name}{' '}
            {words !== '' && (
              <span className="desk-hint">{words.startsWith(name) ? words.slice(name.length).trim() : words}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
