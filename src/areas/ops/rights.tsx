import { Switch } from 'antd';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { admin } from '#contract/areas/access/admin.ts';
import { rightsCall } from '#contract/areas/access/rights.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { Chooser } from '#src/kit/desk/kinds/chooser.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import styles from './ops.module.css';
import { type RightsPart, rightsParts } from './rights-rows.ts';

/** 权限对比: what one or two people may do and see, and which roles give it. Who is compared stands in the address. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const id = useId();
  const [whole, setWhole] = useState(false);
  const chosen = [params.get('one'), params.get('other')].map(Number);
  const ids = chosen.filter((one) => Number.isSafeInteger(one) && one > 0);
  const reading = useRead(admin, rightsCall, { input: { ids }, when: ids.length > 0 });
  const people = reading.value?.list ?? [];
  const pick = (name: string, person: number | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (person === undefined) next.delete(name);
        else next.set(name, String(person));
        return next;
      },
      { replace: true },
    );
  return (
    <PageFrame title="权限对比">
      <div className={styles.search}>
        {(['one', 'other'] as const).map((name, at) => (
          <label key={name} htmlFor={`${id}-${name}`}>
            {at === 0 ? '员工' : '对比'}
            <Chooser
              id={`${id}-${name}`}
              definition={admin}
              ids={chosen[at] ? [chosen[at]] : []}
              known={[]}
              placeholder=""
              onPick={([person]) => pick(name, person?.id)}
            />
          </label>
        ))}
        <label htmlFor={`${id}-whole`}>
          只看不同
          <span>
            <Switch
              id={`${id}-whole`}
              checked={people.length === 2 && !whole}
              disabled={people.length < 2}
              onChange={(differing) => setWhole(!differing)}
            />
          </span>
        </label>
      </div>
      {ids.length === 0 ? (
        <EmptyFace words="请选择员工" />
      ) : (
        <Content of={reading}>
          {rightsParts(people, people.length === 2 && !whole).map((part) => (
            <Part key={part.title} part={part} names={people.map(({ nickname }) => nickname)} />
          ))}
        </Content>
      )}
    </PageFrame>
  );
}

function Part({ part, names }: { part: RightsPart; names: readonly string[] }) {
  return (
    <section className={styles.card}>
      <h2>{part.title}</h2>
      {part.rows.length === 0 ? (
        <p className="desk-hint">{names.length === 2 ? '没有不同' : '无'}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{part.title}</th>
              {names.map((name, at) => (
                <th key={at === 0 ? 'one' : 'other'} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.rows.map(({ words, of }) => (
              <tr key={words}>
                <td>{words}</td>
                {of.map((word, at) => (
                  <td key={at === 0 ? 'one' : 'other'}>{word || '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
