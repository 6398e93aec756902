import type { NotSaved } from '#src/local/index.ts';

/** Whether something is NOT kept on this device. By its name: the databases' code loads beside the screens. */
export function isNotSaved(problem: unknown): problem is NotSaved {
  return problem instanceof Error && problem.name === 'NotSaved';
}

/** What a person can do when something could not be kept on this device. */
export const notSavedWords: Readonly<Record<NotSaved['reason'], string>> = {
  full: '本机存储已满。腾出空间后再试，或换一台设备。',
  broken: '本机存储出错。请再试；仍不行就换一台设备。',
  nothing: '没有可撤销的记录。',
};

/** What to tell a person about a change that was not kept on this device. */
export function notSaved(problem: unknown): string {
  return `没有保存。${storageTrouble(problem)}`;
}

/** What a person can do about trouble of this device's storage. A storage that is broken is reported besides. */
export function storageTrouble(problem: unknown): string {
  const reason = isNotSaved(problem) ? problem.reason : 'broken';
  if (reason === 'broken') reportError(problem);
  return notSavedWords[reason];
}
