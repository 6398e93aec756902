import type { Field } from '#contract/kit/field.ts';
import type { Storage } from '../storage.ts';
import { areaCodeStorage } from './area-code.ts';
import { choiceStorage, choicesStorage, flagStorage, wordStorage, wordsStorage } from './choice.ts';
import { mobileStorage } from './mobile.ts';
import { discountStorage, integerStorage, moneyStorage, quantityStorage, rateStorage } from './number.ts';
import { pictureStorage } from './picture.ts';
import { referenceStorage, referencesStorage } from './reference.ts';
import { proseStorage, textStorage, textsStorage } from './text.ts';
import { dateStorage, timeStorage } from './time.ts';

/** Storage by the kind's name: the one place where the two faces of a kind meet. */
export const storages: Readonly<Record<string, Storage>> = {
  text: textStorage,
  prose: proseStorage,
  texts: textsStorage,
  integer: integerStorage,
  quantity: quantityStorage,
  rate: rateStorage,
  discount: discountStorage,
  money: moneyStorage,
  choice: choiceStorage,
  word: wordStorage,
  choices: choicesStorage,
  words: wordsStorage,
  flag: flagStorage,
  date: dateStorage,
  time: timeStorage,
  reference: referenceStorage,
  references: referencesStorage,
  picture: pictureStorage,
  mobile: mobileStorage,
  areaCode: areaCodeStorage,
};

/** The storage of a field. */
export function storageOf(field: Field): Storage {
  const storage = storages[field.kind.name];
  if (!storage) throw new Error(`field kind ${field.kind.name} has no storage face`);
  return storage;
}
