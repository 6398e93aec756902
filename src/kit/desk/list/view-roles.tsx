import { Button, Select } from 'antd';
import { useState } from 'react';
import { listViews, viewRolesCall } from '#contract/areas/me/list-views.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '../faces.tsx';

interface ViewRolesProps {
  chosen: readonly number[];
  running: boolean;
  onChosen(roles: number[]): void;
  onCancel(): void;
}

/** Asks which roles see a view; none takes it back from all. */
export function ViewRoles({ chosen, running, onChosen, onCancel }: ViewRolesProps) {
  const reading = useRead(listViews, viewRolesCall, { input: {} });
  const [roles, setRoles] = useState<number[]>([...chosen]);
  return (
    <div className="desk-views">
      <Content of={reading}>
        <Select
          mode="multiple"
          aria-label="共享给角色"
          placeholder="共享给角色"
          showSearch={{ optionFilterProp: 'label' }}
          value={roles}
          options={reading.value?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={setRoles}
          getPopupContainer={(select) => select.parentElement ?? document.body}
        />
        <div className="desk-views-steps">
          <Button size="small" type="primary" loading={running} onClick={() => onChosen(roles)}>
            确认
          </Button>
          <Button size="small" onClick={onCancel}>
            取消
          </Button>
        </div>
      </Content>
    </div>
  );
}
