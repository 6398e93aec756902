import { judge } from './judge.ts';
import { mutants } from './mutants.ts';
import { simulate } from './simulation.ts';

/**
 * `npm run torture -- --seeds 500 [--from 1] [--mutants 100]`: the offline simulation (reference reliability §8, layer A).
 * Every seed must keep every promise, and every planted mistake must be found within so many seeds; `--mutants 0` plants none. Exit code 1 otherwise.
 */
const seeds = option('seeds', 500);
const from = option('from', 1);
const mutantSeeds = option('mutants', 100);
const started = Date.now();
let bad = 0;
let actions = 0;

for (let seed = from; seed < from + seeds; seed += 1) {
  const outcome = await simulate(seed);
  const broken = await judge(outcome);
  actions += outcome.actions.length;
  if (broken.length === 0) continue;
  bad += 1;
  say(`seed ${seed}: ${broken.length} broken promises\n  ${broken.slice(0, 5).join('\n  ')}`);
}
say(`${seeds} seeds, ${actions} scans, ${bad} bad seeds, ${seconds()} s`);

for (const [name, faults] of Object.entries(mutantSeeds > 0 ? mutants : {})) {
  const found = await firstSeedThatFinds(faults);
  if (found === null) bad += 1;
  say(
    found === null
      ? `NOT FOUND in ${mutantSeeds} seeds: ${name}`
      : `found by seed ${found.seed}: ${name} (${found.promise})`,
  );
}
say(`${seconds()} s`);
process.exitCode = bad > 0 ? 1 : 0;

async function firstSeedThatFinds(faults: (typeof mutants)[string]): Promise<{ seed: number; promise: string } | null> {
  for (let seed = 1; seed <= mutantSeeds; seed += 1) {
    const [promise] = await judge(await simulate(seed, faults));
    if (promise !== undefined) return { seed, promise };
  }
  return null;
}

function option(name: string, initial: number): number {
  const place = process.argv.indexOf(`--${name}`);
  const value = place < 0 ? initial : Number(process.argv[place + 1]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`);
  return value;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}
