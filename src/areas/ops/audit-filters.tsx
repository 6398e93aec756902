import { Button, Input, Select } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { admin } from '#contract/areas/access/admin.ts';
import { type AuditSearch, auditKindsCall } from '#contract/areas/ops/audit.ts';
import { time } from '#contract/kit/kinds/time.ts';
import { useOptions } from '#src/engine/use-options.ts';
import { useRead } from '#src/engine/use-read.ts';
import { MomentSpan } from '#src/kit/desk/moment-span.tsx';
import styles from './ops.module.css';

interface AuditFiltersProps {
  search: AuditSearch;
  onAsk(search: AuditSearch): void;
}

/** What to look for; asked when it is sent, so that half an answer is never shown for half a question. */
export function AuditFilters({ search, onAsk }: AuditFiltersProps) {
  const [wanted, setWanted] = useState(search);
  const { value } = useRead({ name: 'auditKinds' }, auditKindsCall, { input: {} });
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
        <PersonSelect id={`${id}-person`} value={wanted.admin_id} onChange={(admin_id) => put({ admin_id })} />
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

interface ChosenProps<T> {
  id: string;
  value: T | undefined;
  onChange(value: T | undefined): void;
}

function Named({
  id,
  names,
  value,
  onChange,
}: ChosenProps<string> & { names: readonly { name: string; label: string }[] }) {
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

function PersonSelect({ id, value, onChange }: ChosenProps<number>) {
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState(false);
  const people = useOptions(admin, { keyword, ids: value === undefined ? [] : [value], open });
  const known = new Map([...people.options, ...people.chosen].map((one) => [one.id, one]));
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={people.loading}
      onOpenChange={setOpen}
      value={value ?? null}
      options={[...known.values()].map((one) => ({
        value: one.id,
        label: one.hint ? `${one.title}（${one.hint}）` : one.title,
      }))}
      onChange={(chosen: number | null) => onChange(chosen ?? undefined)}
    />
  );
}
