import { openBrowser } from '#tests/journeys/desk.ts';
import { type Bench, type Finding, median } from './bench.ts';
import { openSides, type Side, type Sides } from './list-sides.ts';
import { freshProfile, poorPlace, type Strain, type Visit, visit, visitUntilKept } from './rows-visible.ts';

/**
 * How long a person waits for the rows of a list, against a bare antd list that is built here of the same packages and
 * served by the same frame: cold (nothing stored but what sign-in leaves) and again, in a poor place and in a good one.
 */
export const firstList: Bench = async (place) => {
  const browser = await openBrowser();
  try {
    const sides = await openSides(place);
    try {
      return await measure(browser, sides, place.quick ? 1 : 5);
    } finally {
      await sides.close();
    }
  } finally {
    await browser.close();
  }
};

type Browser = Awaited<ReturnType<typeof openBrowser>>;

export async function measure(browser: Browser, sides: Sides, rounds: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, { strain, cold, again }] of Object.entries(places)) {
    const first = await inRounds(rounds, sides, (side) => once(browser, side, strain));
    findings.push(finding(`first list, cold, ${name}`, first, cold));
    const profiles = await returning(browser, sides);
    const next = await inRounds(rounds, sides, (side) => {
      const profile = profiles.get(side);
      if (!profile) throw new Error('a side without a profile');
      return visit(profile, side.address, strain);
    });
    findings.push(finding(`first list, again, ${name}`, next, again));
    for (const profile of profiles.values()) await profile.close();
  }
  return findings;
}

const places: Readonly<Record<string, { strain: Strain; cold: number; again: number }>> = {
  'a poor place': { strain: poorPlace, cold: 1, again: 1 },
  'a good place': { strain: null, cold: 1.3, again: 1.3 },
};

async function once(browser: Browser, { address, kept }: Side, strain: Strain): Promise<Visit> {
  const profile = await freshProfile(browser, new URL(address).origin, kept);
  try {
    return await visit(profile, address, strain);
  } finally {
    await profile.close();
  }
}

/** Profiles that have seen the list three times: browsers keep what they have compiled from the third visit on. */
async function returning(browser: Browser, { ours, bare }: Sides) {
  const profiles = new Map<Side, Awaited<ReturnType<typeof freshProfile>>>();
  for (const side of [ours, bare]) {
    const profile = await freshProfile(browser, new URL(side.address).origin, side.kept);
    profiles.set(side, profile);
    for (let n = 0; n < 3; n += 1) await visitUntilKept(profile, side);
  }
  return profiles;
}

/** Both sides in turns, so that whatever else the machine does meets both alike; the first round only warms up. */
async function inRounds(
  rounds: number,
  sides: Sides,
  measure: (side: Side) => Promise<Visit>,
): Promise<Record<keyof Sides, Visit>[]> {
  const measured: Record<keyof Sides, Visit>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    measured.push({ ours: await measure(sides.ours), bare: await measure(sides.bare) });
  }
  return measured.slice(1);
}

function finding(name: string, rounds: Record<keyof Sides, Visit>[], atMost: number): Finding {
  const of = (side: keyof Sides, what: keyof Visit) => Math.round(median(rounds.map((round) => round[side][what])));
  const told = (side: keyof Sides) =>
    `${of(side, 'rows')} ms (first paint ${of(side, 'paint')} ms, ${of(side, 'kilobytes')} kB)`;
  return {
    name,
    ratio: median(rounds.map(({ ours, bare }) => ours.rows / bare.rows)),
    atMost,
    figures: `${told('ours')} against ${told('bare')}`,
  };
}
