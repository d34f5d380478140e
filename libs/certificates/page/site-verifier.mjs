// The checks of a PDF on the site, loaded with the first file. Everything happens in the browser.
import { IssuerKeySet, logTrust, verdictOn } from '@governance/certificate-verifier';
import { browserPrimitives } from './browser-primitives.mjs';

export { verdictParts } from './verdict-parts.mjs';

/**
 * `jwks`, `publishedLog` and `rubrics` are those of this site, which may have no log. `statusList` fetches from it: undefined when it
 * is out of reach.
 */
export function verdictOnFile(pdf, { jwks, publishedLog, rubrics, statusList }) {
  const log = publishedLog && logTrust(publishedLog, 'issuer');
  const input = { certificate: { pdf }, keys: new IssuerKeySet(jwks), log, rubrics, statusList };
  return verdictOn(input, browserPrimitives, new Date());
}
