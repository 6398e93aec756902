import { Choose } from '../form/choose.tsx';
import { Labelled } from '../form/labelled.tsx';
import { Names } from '../grant/items.tsx';
import { useScopes } from './use-scopes.ts';

interface DataScopesProps {
  id: string;
  chosen: readonly number[];
  onChange(ids: number[]): void;
  error?: string | undefined;
  disabled: boolean;
}

/** Data permissions of a role: the data roles it brings, and what each lets people see in every dimension. */
export function DataScopes({ id, chosen, onChange, error, disabled }: DataScopesProps) {
  const { options, scopes } = useScopes(chosen);
  return (
    <aside className="role-aside" aria-label="数据权限">
      <h2>数据权限</h2>
      <Labelled
        id={id}
        name="data_role_ids"
        label="数据角色"
        error={error}
        hint="多个数据角色取并集；同一数据角色内各维度取交集。"
      >
        <Choose
          id={id}
          many
          value={chosen}
          offered={options.map((one) => ({ value: one.id, label: one.name, hint: one.remark }))}
          disabled={disabled}
          invalid={error !== undefined}
          describedBy={error === undefined ? `${id}-hint` : `${id}-words`}
          placeholder="不限"
          onChange={onChange}
        />
      </Labelled>
      {scopes.length === 0 ? (
        <p className="desk-hint">此角色本身不限制数据范围；员工自己的数据角色和所属组织仍然适用。</p>
      ) : (
        scopes.map((scope) => (
          <section key={scope.id} className="role-scope" aria-label={scope.name}>
            <strong>{scope.name}</strong>
            <dl>
              {scope.lines.map((line) => (
                <div key={line.name}>
                  <dt>{line.name}</dt>
                  <dd>{line.titles ? <Names names={line.titles} /> : <span className="desk-hint">不限</span>}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))
      )}
    </aside>
  );
}
