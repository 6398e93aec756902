import { parseArgs } from 'node:util';
import { parsed, readCode } from '#tests/laws/source.ts';
import { nearTests } from '#tests/run/near-tests.ts';
import { type Fault, faults } from './faults.ts';
import { findFault, nearRounds, wholeRounds } from './find-fault.ts';
import { throwAwayCopy } from './throw-away-copy.ts';

/**
 * `npm run test:planted [-- --only <part of a name or file>] [--whole] [--types] [--workers <n>]`: plants mistakes in a copy of the
 * house, one at a time, and says which test notices each; tests are as good as what they find. Runs the nearest tests and the
 * laws, with `--whole` after these all that `npm test` runs of the unit, component and pg projects, with `--types` also the compiler.
 * Exit code 1 when something is not found.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    whole: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    workers: { type: 'string' },
  },
});

const chosen = faults.filter(
  ({ name, file }) => options.only === undefined || `${name} ${file}`.includes(options.only),
);
const code = readCode().map((file) => ({
  path: file.path,
  imports: parsed(file).imports.flatMap(({ to, ours, typeOnly }) => (ours && !typeOnly ? [to] : [])),
}));
const copy = throwAwayCopy();
process.once('SIGINT', () => {
  copy.remove();
  process.exit(130);
});
const missed: Fault[] = [];
try {
  for (const fault of chosen) if (!look(fault)) missed.push(fault);
} finally {
  copy.remove();
}
say(`${chosen.length - missed.length} of ${chosen.length} found`);
for (const { name, file } of missed) say(`  not found: ${name} (${file})`);
process.exitCode = missed.length > 0 ? 1 : 0;

function look(fault: Fault): boolean {
  const started = performance.now();
  const rounds = nearRounds(fault, nearTests([fault.file], code));
  const mend = copy.plant(fault);
  try {
    const found = findFault({
      root: copy.root,
      rounds: options.whole ? [...rounds, ...wholeRounds] : rounds,
      types: options.types,
      workers: options.workers,
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    say(`${fault.name} (${fault.file})`);
    say(`  ${found === undefined ? 'NOT FOUND' : `found by ${found}`} in ${seconds} s`);
    return found !== undefined;
  } finally {
    mend();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
