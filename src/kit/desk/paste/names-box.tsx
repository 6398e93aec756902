import { Button } from 'antd';
import { useId } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import { useEntries } from '#src/engine/paste/use-entries.ts';
import { type NamesTold, useNamesPaste } from '#src/engine/paste/use-names-paste.ts';
import { PasteReport } from './paste-report.tsx';
import { PasteSteps } from './paste-steps.tsx';
import { PasteText } from './paste-text.tsx';

export interface NamesBoxProps {
  readonly definition: AnyDefinition;
  /** Ids chosen already. */
  readonly chosen: readonly number[];
  onFound(options: readonly Option[]): void;
}

/** A box for the names of records; what names nothing stays in it. */
export function NamesBox({ definition, chosen, onFound }: NamesBoxProps) {
  const id = useId();
  const names = useNamesPaste(definition, { chosen, onFound });
  const box = useEntries(names.entries, { most: limits.pastedEntries, parts: 'names', onChange: names.put });
  const matching = names.progress !== null;
  const match = () => {
    box.leave();
    void names.match(box.read);
  };
  return (
    <>
      <PasteText
        id={id}
        box={box}
        rows={6}
        autoFocus
        label={`${definition.label}名称`}
        placeholder="名称用换行或逗号分隔"
        describedBy={`${id}-told`}
        resting={matching}
      />
      <div className="desk-paste-foot">
        {matching || names.words !== null || names.told ? (
          <p id={`${id}-told`} className="desk-paste-report" role="status">
            {names.progress !== null && `正在匹配 ${Math.round(names.progress * 100)}%`}
            {names.words !== null && <span className="desk-wrong">{names.words}</span>}
            {names.told && <Told told={names.told} />}
          </p>
        ) : (
          <PasteReport id={`${id}-told`} box={box} most={limits.pastedEntries} />
        )}
        {matching ? (
          <Button size="small" onClick={names.cancel}>
            取消
          </Button>
        ) : (
          <>
            <PasteSteps of={id} box={box} />
            <Button size="small" type="primary" disabled={box.progress !== null || box.count === 0} onClick={match}>
              匹配
            </Button>
          </>
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
