import type { AnyDefinition } from '#contract/kit/definition.ts';
import { namesOf } from '#src/engine/detail/step-words.ts';
import { useNextStep } from '#src/engine/detail/use-next-step.ts';

interface NextActorProps {
  definition: AnyDefinition;
  record: { readonly id: number; readonly status?: unknown };
}

/** 下一步: what a document waits for and who may do it, as the server says. */
export function NextActor({ definition, record }: NextActorProps) {
  const next = useNextStep(definition, { id: record.id, status: record.status });
  if (!next?.label) return null;
  const { label, total, roles } = next;
  return (
    <p className="desk-next">
      下一步：<strong>{label}</strong>
      {total === 0 ? (
        <span className="desk-wrong">没有人可以办理，请检查角色和数据范围</span>
      ) : (
        <span className="desk-hint">{`${namesOf(next)}${roles.length > 0 ? `（${roles.join('、')}）` : ''}`}</span>
      )}
    </p>
  );
}
