// The checks of a PDF on the site, loaded with the first file. Everything happens in the browser.
import { IssuerKeySet, verdictOn } from '@governance/certificate-verifier';
import { browserPrimitives } from './browser-primitives.mjs';

export { verdictParts } from './verdict-parts.mjs';

/** `jwks` and `rubrics` are those of this site, and `statusList` fetches from it: undefined when it is out of reach. */
export function verdictOnFile(pdf, { jwks, rubrics, statusList }) {
  const input = { certificate: { pdf }, keys: new IssuerKeySet(jwks), rubrics, statusList };
  return verdictOn(input, browserPrimitives, new Date());
}
