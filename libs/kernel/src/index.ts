export { Clock } from './clock.port';
export { byteOrderMark, csvFile, csvRow, readCsv, type ReadRow } from './csv';
export { asUuid, isUuid } from './ids';
export {
  canonicalName,
  checkName,
  hasHiddenCharacters,
  hiddenCharactersRefused,
  isSameName,
  longestName,
  nameProblem,
  withoutHiddenCharacters,
} from './name';
export { Problem, type ProblemKind, type ProblemOptions, problemStatus } from './problem';
export { RuleViolation } from './rule-violation';
export { StoreUnavailable } from './store-unavailable';
export { Unavailable } from './unavailable';
