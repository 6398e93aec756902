import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { shownNames } from '#contract/kit/mask.ts';
import { lookOf } from '../kinds/index.ts';
import { inFirstRow } from './filter-room.ts';

interface FilterBonesProps {
  definition: AnyDefinition;
  names?: readonly string[] | undefined;
}

/** The room of a list's filters before they are drawn: the same boxes, so that nothing below moves when they come. */
export function FilterBones({ definition, names: wanted }: FilterBonesProps) {
  const names = shownNames(definition, wanted ?? definition.list.filters);
  return (
    <div className="desk-filters" aria-hidden="true">
      {definition.list.search.length > 0 && <Bone label="关键字" />}
      {names.slice(0, inFirstRow).map((name) => {
        const field = fieldOf(definition, name);
        return <Bone key={name} label={field.label} wide={lookOf(field).wideFilter} />;
      })}
      <div className="desk-filter-buttons">
        {['查询', '重置', ...(names.length > inFirstRow ? ['展开'] : [])].map((words) => (
          <span key={words} className="desk-button-rest">
            {words}
          </span>
        ))}
      </div>
    </div>
  );
}

function Bone({ label, wide }: { label: string; wide?: boolean | undefined }) {
  return (
    <div className={wide ? 'desk-filter desk-filter-wide' : 'desk-filter'}>
      <span className="desk-filter-name">{label}</span>
      <span className="desk-input-rest" />
    </div>
  );
}
