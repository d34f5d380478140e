import { platformSurface, type Surface } from '@governance/http';

/** How the provider speaks HTTP where the library does not: errors have the shape that OAuth gives them. */
export const identitySurface: Surface = {
  name: 'identity',
  unknownMembers: 'refuse',
  headers: { 'x-content-type-options': 'nosniff' },
  renderProblem: (problem) => platformSurface.renderProblem(problem),
};
