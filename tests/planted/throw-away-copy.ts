import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { houseRoot } from '#tests/laws/source.ts';
import type { Fault } from './faults.ts';

/** A copy of the house in the temporary directory, in which faults are planted one at a time. */
export interface ThrowAwayCopy {
  readonly root: string;
  /** Plants a fault; call what it answers to mend it. */
  plant(fault: Fault): () => void;
  remove(): void;
}

/** Copies what git knows of the working tree, changes included; the packages are those of the house. */
export function throwAwayCopy(): ThrowAwayCopy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'back-office-planted-')));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: houseRoot,
    encoding: 'utf8',
  });
  const gone = new Set(
    execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: houseRoot, encoding: 'utf8' }).split('\0'),
  );
  for (const path of new Set(listed.split('\0')))
    if (path !== '' && !gone.has(path)) cpSync(join(houseRoot, path), join(root, path));
  linkPackages(root);
  return {
    root,
    plant({ file, find, replace }) {
      const path = join(root, file);
      const whole = readFileSync(path, 'utf8');
      // A text in place of a function would be read for `$`.
      writeFileSync(
        path,
        whole.replace(find, () => replace),
      );
      return () => writeFileSync(path, whole);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The packages of the house, but not what tools have left beside them: of a faulty copy they would remember the wrong things. */
function linkPackages(root: string): void {
  const packages = realpathSync(join(houseRoot, 'node_modules'));
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(packages))
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(packages, name), join(root, 'node_modules', name));
}
