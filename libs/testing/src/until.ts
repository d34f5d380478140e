import { setTimeout as delay } from 'node:timers/promises';

/** Leaves the processor to the programs under test. */
const pauseMs = 10;

/**
 * Waits for a state, and resolves to what shows it. A wait for a state that never comes ends with the time limit of the test.
 */
export async function until<Found>(
  find: () => Found | Promise<Found>,
): Promise<Exclude<Found, false | undefined>> {
  for (;;) {
    const found = await find();
    if (found !== false && found !== undefined) return found as Exclude<Found, false | undefined>;
    await delay(pauseMs);
  }
}
