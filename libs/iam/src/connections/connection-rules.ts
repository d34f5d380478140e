import { checkName, RuleViolation } from '@governance/kernel';
import { isIssuer } from './issuer';
import { checkUpstreamSecondFactor, type UpstreamSecondFactor } from './upstream-second-factor';

const longestIssuer = 500;

/** A request to add a connection. Types are checked; null and "" count as absent. */
export interface ConnectionRequest {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secondFactor?: UpstreamSecondFactor | undefined;
}

/** The connection that a request describes, with its name in canonical form. Throws `RuleViolation`. */
export function checkConnection({
  name,
  issuer,
  clientId,
  clientSecret,
  secondFactor,
}: ConnectionRequest): ConnectionRequest {
  return {
    name: checkName('name', name),
    issuer: checkIssuer(issuer),
    clientId: checkClientId(clientId),
    clientSecret: checkClientSecret(clientSecret),
    secondFactor: secondFactor && checkUpstreamSecondFactor(secondFactor),
  };
}

export function checkClientId(text: string): string {
  return checkPrintable('client_id', text);
}

export function checkClientSecret(text: string): string {
  return checkPrintable('client_secret', text);
}

export function checkIssuer(issuer: string): string {
  if (issuer.length > longestIssuer || !isIssuer(issuer)) {
    throw new RuleViolation(
      `issuer must be an https URL of at most ${longestIssuer} characters, without a query`,
    );
  }
  return issuer;
}

/** A client id or client secret: an ASCII text without spaces, as the token endpoint gets it. */
function checkPrintable(member: string, text: string): string {
  if (!/^[\x21-\x7e]{1,500}$/.test(text)) {
    throw new RuleViolation(`${member} must have 1 to 500 printable ASCII characters, and no spaces`);
  }
  return text;
}
