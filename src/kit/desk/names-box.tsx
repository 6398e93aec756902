import { Button, Input } from 'antd';
import { useId } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import { type NamesTold, useNamesPaste } from '#src/engine/use-names-paste.ts';

export interface NamesBoxProps {
  readonly definition: AnyDefinition;
  /** Ids chosen already. */
  readonly chosen: readonly number[];
  onFound(options: readonly Option[]): void;
}

/** A box for the names of records; what names nothing stays in it. */
export function NamesBox({ definition, chosen, onFound }: NamesBoxProps) {
  const box = useNamesPaste(definition, { chosen, onFound });
  const reportId = useId();
  const busy = box.progress !== null;
  return (
    <>
      <Input.TextArea
        rows={6}
        autoFocus
        spellCheck={false}
        autoComplete="off"
        aria-label={`${definition.label}名称`}
        aria-describedby={reportId}
        placeholder="名称用换行或逗号分隔"
        readOnly={busy}
        value={box.text}
        onChange={(event) => box.type(event.target.value)}
      />
      <div className="desk-paste-foot">
        <p id={reportId} className="desk-paste-report" role="status">
          {box.progress !== null && `正在匹配 ${Math.round(box.progress * 100)}%`}
          {box.words !== null && <span className="desk-wrong">{box.words}</span>}
          {box.told && <Told told={box.told} />}
        </p>
        {busy ? (
          <Button size="small" onClick={box.cancel}>
            取消
          </Button>
        ) : (
          <Button size="small" type="primary" disabled={box.text.trim() === ''} onClick={() => void box.match()}>
            匹配
          </Button>
        )}
      </div>
    </>
  );
}

function Told({ told: { found, already, unmatched, cut } }: { told: NamesTold }) {
  return (
    <>
      <span>已添加 {grouped(found)} 个</span>
      {already > 0 && <span>重复或已选 {grouped(already)} 个</span>}
      {unmatched > 0 && <strong className="desk-paste-cut">未匹配 {grouped(unmatched)} 个</strong>}
      {cut > 0 && <strong className="desk-paste-cut">一次最多输入{limits.pastedEntries}个</strong>}
    </>
  );
}
