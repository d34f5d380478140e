import { setTimeout as delay } from 'node:timers/promises';

const pauseMs = 250;

/** Resolves when the state has come. If it never comes, the timeout of the test ends the wait. */
export async function untilTrue(state: () => Promise<boolean>): Promise<void> {
  while (!(await state())) await delay(pauseMs);
}
