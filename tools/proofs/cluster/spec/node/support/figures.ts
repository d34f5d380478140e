/** A figure for docs/deployment.md. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Resolves to the seconds that the work took, for a figure. */
export async function secondsOf(work: () => Promise<unknown>): Promise<string> {
  const began = Date.now();
  await work();
  // eslint-disable-next-line no-restricted-syntax -- it is printed, and no test depends on it
  return ((Date.now() - began) / 1_000).toFixed(1);
}
