import { browserHeaders, platformSurface, type Surface } from '@governance/http';

/** HTTP conventions of the provider outside the library: errors have the OAuth format. */
export const identitySurface: Surface = {
  name: 'identity',
  unknownMembers: 'refuse',
  headers: browserHeaders,
  renderProblem: (problem) => platformSurface.renderProblem(problem),
};
