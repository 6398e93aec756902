import { startKeys } from '#src/platform/start-keys.ts';
import { getStored } from '#src/platform/storage.ts';
import { type Bases, loadBases, ownBases } from '#src/wire/bases.ts';

/** What is said where an entry leads to a second-generation application and this installation has none. */
export const noSecondWords = '此入口属于第二代系统，尚未设置它的地址，请联系管理员。';

/** The address of a path in the second-generation application (specification §2); null where this installation has none. */
export async function secondAddress(path: string): Promise<string | null> {
  const told = await loadBases();
  // The very object of our own addresses says that nobody could be asked: then what was told last holds.
  const kept =
    told === ownBases ? getStored<Partial<Bases>>(startKeys.bases) : { found: 'value' as const, value: told };
  const { ev2 = '' } = kept.found === 'value' ? kept.value : {};
  return /^(https?:\/\/|\/(?!\/))/.test(ev2) ? ev2 + path : null;
}
