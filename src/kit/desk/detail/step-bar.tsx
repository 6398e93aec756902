import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentSteps } from '#src/engine/detail/document-steps.ts';
import styles from './step-bar.module.css';

/** Where a document stands on its way; nothing for what has no way, or was voided. */
export function StepBar({ definition, status }: { definition: AnyDefinition; status: number }) {
  const steps = definition.transitions ? documentSteps(definition, status) : [];
  if (steps.length < 3) return null;
  return (
    <ol className={styles.bar} aria-label="进度">
      {steps.map((step) => (
        <li
          key={step.status}
          className={styles.step}
          data-place={step.place}
          aria-current={step.place === 'here' ? 'step' : undefined}
        >
          {step.label}
        </li>
      ))}
    </ol>
  );
}
