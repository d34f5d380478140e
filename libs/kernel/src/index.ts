export { Clock } from './clock.port';
export { StoreUnavailable } from './store-unavailable';
export { Problem, type ProblemKind, type ProblemOptions, problemStatus } from './problem';
