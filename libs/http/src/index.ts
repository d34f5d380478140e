export { createHttpApp, type HttpAppOptions } from './create-http-app';
export { HealthModule } from './health.module';
export { Problem, type ProblemKind } from './problem';
export { ProblemFilter } from './problem.filter';
export { Readiness } from './readiness.port';
export { SystemClock } from './system-clock';
export { platformSurface, publicSurface, type Surface } from './surface';
