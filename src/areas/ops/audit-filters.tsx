import { Button, Input, Select } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { admin } from '#contract/areas/access/admin.ts';
import type { AuditCalls, AuditSearch } from '#contract/areas/ops/audit.ts';
import { time } from '#contract/kit/kinds/time.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Chooser } from '#src/kit/desk/kinds/chooser.tsx';
import { MomentSpan } from '#src/kit/desk/moment-span.tsx';
import styles from './ops.module.css';

interface AuditFiltersProps {
  calls: AuditCalls;
  search: AuditSearch;
  onAsk(search: AuditSearch): void;
}

/** What to look for; asked when it is sent, so that half an answer is never shown for half a question. */
export function AuditFilters({ calls, search, onAsk }: AuditFiltersProps) {
  const [wanted, setWanted] = useState(search);
  const { value } = useRead({ name: 'auditKinds' }, calls.kinds, { input: {} });
  const id = useId();
  const put = (change: AuditSearch) => setWanted((before) => ({ ...before, ...change }));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    onAsk(wanted);
  };
  return (
    <form className={styles.search} onSubmit={ask}>
      <label htmlFor={`${id}-person`}>
        操作人
        <Chooser
          id={`${id}-person`}
          definition={admin}
          ids={wanted.admin_id === undefined ? [] : [wanted.admin_id]}
          known={[]}
          placeholder=""
          onPick={([person]) => put({ admin_id: person?.id })}
        />
      </label>
      <label htmlFor={`${id}-kind`}>
        单据
        <Named
          id={`${id}-kind`}
          names={value?.kinds ?? []}
          value={wanted.doc_type}
          onChange={(doc_type) => put({ doc_type })}
        />
      </label>
      <label htmlFor={`${id}-action`}>
        操作
        <Named
          id={`${id}-action`}
          names={value?.actions ?? []}
          value={wanted.action}
          onChange={(action) => put({ action })}
        />
      </label>
      <label htmlFor={`${id}-number`}>
        编号
        <Input
          id={`${id}-number`}
          allowClear
          maxLength={64}
          value={wanted.doc_no ?? ''}
          onChange={(event) => put({ doc_no: event.target.value.trim() || undefined })}
        />
      </label>
      <label htmlFor={`${id}-from`} className={styles.wide}>
        {moment.label}
        <MomentSpan
          id={`${id}-from`}
          label={moment.label}
          from="at_from"
          to="at_to"
          field={moment}
          values={{ ...wanted }}
          onChange={({ at_from, at_to }) => put({ at_from: given(at_from), at_to: given(at_to) })}
          wordsId={undefined}
        />
      </label>
      <span>
        <Button type="primary" htmlType="submit">
          查询
        </Button>{' '}
        <Button
          onClick={() => {
            setWanted({});
            onAsk({});
          }}
        >
          重置
        </Button>
      </span>
    </form>
  );
}

const moment = time('时间');
const given = (end: unknown): string | undefined => (typeof end === 'string' ? end : undefined);

interface NamedProps {
  id: string;
  names: readonly { name: string; label: string }[];
  value: string | undefined;
  onChange(value: string | undefined): void;
}

function Named({ id, names, value, onChange }: NamedProps) {
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={names.map(({ name, label }) => ({ value: name, label }))}
      onChange={(chosen: string | null) => onChange(chosen ?? undefined)}
    />
  );
}
