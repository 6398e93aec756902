import type { ComponentType, ReactNode } from 'react';
import type { Field } from '#contract/kit/field.ts';
import type { Values } from '#src/engine/row.ts';

/** A value to show in a cell, a fact or a line of history. */
export interface CellProps {
  readonly value: unknown;
  readonly field: Field;
  readonly name: string;
  /** The whole record: a reference finds its title beside it. */
  readonly record: Values;
}

/** An input of one field, in a form or in a cell of a line table. */
export interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  /** The value and what stands beside it in the record: a reference finds its title there. Of other fields nothing is promised. */
  readonly record: Values;
  /** What there is to choose from now, as filters of the options (`Field.among`). */
  readonly among?: Values | undefined;
  /** `shown` are companions to keep beside the value: the title of a chosen reference. */
  onChange(value: unknown, shown?: Values): void;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Id of the element that says what is wrong. */
  readonly describedBy?: string | undefined;
  /** Name for those who hear the page, where no label points here: cells of a table. */
  readonly label?: string;
  readonly autoFocus?: boolean;
}

/** An input of a filter bar. A range writes `<name>_from` and `<name>_to`, everything else its own name. */
export interface FilterProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly values: Values;
  /** Sets some of the filter's values; undefined takes one away. */
  onChange(change: Values): void;
}

/** The look of a field kind on the desk: the second of its three faces (design §3). */
export interface KindRenderer {
  /** Pixels of a column unless a person widens it (reference ecosystem T11). */
  readonly width: number;
  /** Pixels where they depend on the field: a numbered thing shows its number and its name. */
  widthFor?(field: Field): number;
  /** Its input takes the whole width of a form. */
  readonly wide?: true;
  /** Its filter takes the room of two. */
  readonly wideFilter?: true;
  cell(props: CellProps): ReactNode;
}

/** What a field kind is put in and looked for by on the desk. */
export interface Controls {
  readonly Input: ComponentType<InputProps>;
  readonly Filter: ComponentType<FilterProps>;
}
