import { setTimeout as delay } from 'node:timers/promises';

/** Leaves the processor to the programs under test. */
const pauseMs = 10;

/** For a hanging program, not a slow one: the runner of the tests knows no time limits. */
const longestMs = 300_000;

/** Waits for a state, and resolves to what shows it. @throws an error if the state never comes. */
export async function until<Found>(
  find: () => Found | Promise<Found>,
): Promise<Exclude<Found, false | undefined>> {
  const limit = AbortSignal.timeout(longestMs);
  while (!limit.aborted) {
    const found = await find();
    if (found !== false && found !== undefined) return found as Exclude<Found, false | undefined>;
    await delay(pauseMs);
  }
  throw new Error(`waited ${longestMs / 1000} seconds, and the state did not come: ${find.toString()}`);
}
