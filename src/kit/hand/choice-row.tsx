import styles from './hand.module.css';

/** One of a few, all in view: a row of targets that can be hit without looking long. */
export function ChoiceRow<T extends string | number>({
  label,
  choices,
  value,
  onChange,
  loud,
}: {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange(value: T): void;
  /** The choice that needs no attention; any other is drawn loud. */
  loud?: T;
}) {
  return (
    <div className={styles.choices} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          data-loud={(loud !== undefined && choice.value === value && value !== loud) || undefined}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
