import { taskTypeList } from '#contract/areas/tasks/calls.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import { useRead } from '#src/engine/use-read.ts';
import { EmptyFace, FailureFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import styles from '../tasks.module.css';

/** The kinds of export that the server offers, each a press away from its form. `last` has the focus: one came back from it. */
export function KindPicker({ last, onPick }: { last: ExportType | null; onPick(kind: ExportType): void }) {
  const kinds = useRead({ name: 'taskType' }, taskTypeList, { input: {} });
  if (kinds.failure) return <FailureFace failure={kinds.failure} onRetry={kinds.reload} />;
  if (!kinds.value) return <LoadingFace />;
  const known = kinds.value.flatMap(({ id, name }) =>
    isKind(Number(id)) ? [{ id: Number(id) as ExportType, name }] : [],
  );
  if (known.length === 0) return <EmptyFace />;
  const focused = last ?? known[0]?.id;
  return (
    <ul className={styles.kinds}>
      {known.map(({ id, name }) => (
        <li key={id}>
          <button type="button" autoFocus={id === focused} onClick={() => onPick(id)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

const isKind = (id: number): id is ExportType => id in taskForms;
