import { Button, Input } from 'antd';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';

interface ViewNameProps {
  label: string;
  name: string;
  running: boolean;
  onNamed(name: string): void;
  onCancel(): void;
}

/** Asks what a view is to be called; Enter says so. */
export function ViewName({ label, name, running, onNamed, onCancel }: ViewNameProps) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <form
      className="desk-views"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '' && !running) onNamed(wanted);
      }}
    >
      <Input
        autoFocus
        aria-label="视图名称"
        placeholder="视图名称"
        maxLength={limits.viewName}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="desk-views-steps">
        <Button size="small" type="primary" htmlType="submit" disabled={wanted === ''} loading={running}>
          {label}
        </Button>
        <Button size="small" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}
