import { type Check, type Finding } from './finding';

/** A browser that fails is replaced, and no process of it stays. Another fault may keep its worker from printing meanwhile. */
export const browsersAreReplaced: Check = ({ history, state }) => {
  const findings: Finding[] = state.orphans.map((text) => ({ rule: 'orphan process', text }));
  for (const { fault, began, ended, problems = [] } of history.faults) {
    const isAlone = !history.faults.some(
      (other) => other.fault !== fault && other.ended >= began && other.began <= ended,
    );
    findings.push(...problems.filter(({ rule }) => isAlone || rule === 'orphan process'));
  }
  return findings;
};
