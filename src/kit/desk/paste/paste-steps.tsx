import { Button } from 'antd';
import type { MouseEvent } from 'react';
import type { EntriesView } from '#src/engine/paste/use-entries.ts';

interface PasteStepsProps {
  /** Id of the box they belong to. */
  of: string;
  box: EntriesView;
  /** The list may be seen and not changed. */
  disabled?: boolean | undefined;
}

/** What may be done with the list of a box: turn its pages, edit the page at hand, empty it; while it is read, stop that. */
export function PasteSteps({ of, box, disabled }: PasteStepsProps) {
  if (box.progress !== null)
    return (
      <Button type="link" size="small" onClick={box.cancel}>
        取消
      </Button>
    );
  const edit = () => {
    box.unfold();
    document.getElementById(of)?.focus();
  };
  return (
    <>
      {box.page && (
        <span className="desk-paste-pages">
          <Turn label="前一段" sign="‹" off={box.page.first === 1} onPress={() => box.turn(-1)} />
          <Turn label="后一段" sign="›" off={box.page.last >= box.count} onPress={() => box.turn(1)} />
        </span>
      )}
      {box.folded && !disabled && (
        <Button type="link" size="small" onMouseDown={stay} onClick={edit}>
          编辑
        </Button>
      )}
      {box.text !== '' && !disabled && (
        <Button type="link" size="small" onClick={box.clear}>
          清空
        </Button>
      )}
    </>
  );
}

function Turn({ label, sign, off, onPress }: { label: string; sign: string; off: boolean; onPress(): void }) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={label}
      title={label}
      disabled={off}
      onMouseDown={stay}
      onClick={onPress}
    >
      {sign}
    </Button>
  );
}

// The pointer must not take the focus from the box: leaving it folds it again.
const stay = (event: MouseEvent) => event.preventDefault();
