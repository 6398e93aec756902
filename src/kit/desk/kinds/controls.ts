import type { Field } from '#contract/kit/field.ts';
import type { Controls } from '../kind-renderer.ts';
import { areaCodeControls } from './area-code-controls.tsx';
import { choiceControls, flagControls, wordControls } from './choice-controls.tsx';
import { choicesControls, wordsControls } from './choices-controls.tsx';
import { mobileControls } from './mobile-controls.tsx';
import { pictureControls } from './picture-controls.tsx';
import { referenceControls, referencesControls } from './reference-controls.tsx';
import { proseControls, textControls } from './text-controls.tsx';
import { textsControls } from './texts-controls.tsx';
import { dateControls, timeControls } from './time-controls.tsx';
import { typedControls } from './typed-input.tsx';

/**
 * Controls by the kind's name. They stand apart from the looks: the rows of a list need cells alone, and selects and
 * inputs are most of what a first list would wait for.
 */
export const controls: Readonly<Record<string, Controls>> = {
  text: textControls,
  prose: proseControls,
  texts: textsControls,
  integer: typedControls,
  quantity: typedControls,
  rate: typedControls,
  discount: typedControls,
  money: typedControls,
  choice: choiceControls,
  word: wordControls,
  choices: choicesControls,
  words: wordsControls,
  flag: flagControls,
  date: dateControls,
  time: timeControls,
  reference: referenceControls,
  references: referencesControls,
  picture: pictureControls,
  mobile: mobileControls,
  areaCode: areaCodeControls,
};

/** What a field is put in and looked for by. */
export function controlsOf(field: Field): Controls {
  const found = controls[field.kind.name];
  if (!found) throw new Error(`field kind ${field.kind.name} has no controls on the desk`);
  return found;
}
