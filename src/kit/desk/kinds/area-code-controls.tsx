import { lazy, Suspense } from 'react';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';

// Few pages choose areas, and what they are chosen by is heavy: it comes with the first of them.
const AreaChooser = lazy(async () => ({ default: (await import('./area-chooser.tsx')).AreaChooser }));

/** An area of the country, chosen from the province down. */
export const areaCodeControls: Controls = { Input: AreaInput, Filter: AreaFilter };

function AreaInput({ id, name, field, value, onChange, disabled, invalid, describedBy, label, autoFocus }: InputProps) {
  return (
    <Suspense fallback={<span className="desk-input-rest" />}>
      <AreaChooser
        id={id}
        codes={typeof value === 'string' && value !== '' ? [value] : none}
        required={field.required === true}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        label={label}
        autoFocus={autoFocus}
        onPick={([picked]) => onChange(picked?.code ?? null, { [titleKey(name)]: picked?.names ?? null })}
      />
    </Suspense>
  );
}

function AreaFilter({ id, name, values, onChange }: FilterProps) {
  const value = values[name];
  return (
    <Suspense fallback={<span className="desk-input-rest" />}>
      <AreaChooser
        id={id}
        codes={value === undefined ? none : ([value].flat() as string[])}
        many
        onPick={(picked) => onChange({ [name]: picked.length === 0 ? undefined : picked.map(({ code }) => code) })}
      />
    </Suspense>
  );
}

const none: readonly string[] = [];
