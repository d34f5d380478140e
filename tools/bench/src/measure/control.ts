/** What may lie between a reference and its double for anything to be said about others. */
const steady = { least: 0.95, most: 1.08 };

/** Whether a reference that was compared with itself came out the same. */
export function isSteady(ratio: number): boolean {
  return ratio >= steady.least && ratio <= steady.most;
}
