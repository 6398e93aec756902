import { taskTypeList } from '#contract/areas/tasks/calls.ts';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import { useRead } from '#src/engine/use-read.ts';
import { EmptyFace, FailureFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import styles from '../tasks.module.css';
import type { ExportForms } from './export-forms.ts';

interface KindPickerProps {
  forms: ExportForms;
  /** The kind whose form one came back from: it has the focus. */
  last: ExportType | null;
  onPick(kind: ExportType): void;
}

/** The kinds of export that the server offers, each a press away from its form. */
export function KindPicker({ forms, last, onPick }: KindPickerProps) {
  const kinds = useRead({ name: 'taskType' }, taskTypeList, { input: {} });
  if (kinds.failure) return <FailureFace failure={kinds.failure} onRetry={kinds.reload} />;
  if (!kinds.value) return <LoadingFace />;
  const known = kinds.value.flatMap(({ id, name }) => {
    const form = forms.get(Number(id) as ExportType);
    return form ? [{ id: form.type, name }] : [];
  });
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
