import type { Values } from '#src/engine/row.ts';
import { Choose } from '../form/choose.tsx';
import { Labelled } from '../form/labelled.tsx';
import { OrganizeSelect } from '../organize/organize-select.tsx';
import { useDataRoleChoices, useHeldRoles, useRoleChoices } from './use-choices.ts';

interface RightsFieldsProps {
  id: string;
  /** The person, when there is one already. */
  adminId: number | undefined;
  values: Values;
  errors: Readonly<Record<string, string>>;
  onChange(change: Values): void;
  /** It is one's own account: somebody else changes these (amendments E). */
  own: boolean;
  disabled: boolean;
}

/** What decides what a person may do and see: organisations, roles by application, data roles. */
export function RightsFields({ id, adminId, values, errors, onChange, own, disabled }: RightsFieldsProps) {
  const roles = useRoleChoices();
  const dataRoles = useDataRoleChoices();
  const held = useHeldRoles(adminId);
  const main = values.main_organize_id as number | null | undefined;
  const others = idsOf(values.organize_ids).filter((one) => one !== main);
  const rests = own || disabled;
  const common = (name: string) => ({
    id: `${id}-${name}`,
    disabled: rests,
    invalid: errors[name] !== undefined,
    describedBy: `${id}-${name}-${errors[name] === undefined ? 'hint' : 'words'}`,
  });
  return (
    <>
      {own && (
        <p className="desk-unknown" role="note">
          这是您自己的账号：组织、角色和数据角色只能由他人修改。
        </p>
      )}
      <div className="desk-fields">
        <Labelled
          id={`${id}-main_organize_id`}
          name="main_organize_id"
          label="主组织"
          required
          error={errors.main_organize_id}
        >
          <OrganizeSelect
            {...common('main_organize_id')}
            required
            value={main ? [main] : []}
            titles={main ? { [main]: String(values.main_organize_id__title ?? `#${main}`) } : {}}
            onChange={([one]) => onChange({ main_organize_id: one ?? null })}
          />
        </Labelled>
        <Labelled id={`${id}-organize_ids`} name="organize_ids" label="其他所属组织" error={errors.organize_ids}>
          <OrganizeSelect
            {...common('organize_ids')}
            many
            value={others}
            placeholder="无"
            onChange={(ids) => onChange({ organize_ids: ids })}
          />
        </Labelled>
        {roles.map((app) => (
          <Labelled
            key={app.label}
            id={`${id}-role_ids`}
            name="role_ids"
            label={`角色 · ${app.label}`}
            wide
            error={errors.role_ids}
            hint="新增的角色须另一人审批后生效；去掉的角色保存后立即失效。"
          >
            <Choose
              {...common('role_ids')}
              many
              value={idsOf(values.role_ids)}
              offered={[app]}
              titles={held}
              placeholder="未分配角色（无任何权限）"
              onChange={(ids) => onChange({ role_ids: ids })}
            />
          </Labelled>
        ))}
        <Labelled
          id={`${id}-data_role_ids`}
          name="data_role_ids"
          label="数据角色"
          wide
          error={errors.data_role_ids}
          hint="决定能看到哪些组织、仓库、门店等的数据；不选则不限数据范围；未分配角色者看不到任何数据。"
        >
          <Choose
            {...common('data_role_ids')}
            many
            value={idsOf(values.data_role_ids)}
            offered={dataRoles}
            placeholder="不限"
            onChange={(ids) => onChange({ data_role_ids: ids })}
          />
        </Labelled>
      </div>
    </>
  );
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? (value as number[]) : [];
}
