const patterns = [
  // Members and codes, such as `client_secret`.
  /\b[a-z][a-z\d]*(?:_[a-z\d]+)+\b/g,
  // Permissions, operations and scopes, such as `org:audit:read`.
  /\b[a-z][\w-]*(?::[a-z][\w-]*)+\b/g,
  // What the API calls roles, modes and headers.
  /\b(?:account-admin|msp-self|client-on-behalf|Idempotency-Key|of type enterprise)\b/g,
  // Ids.
  /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g,
];

/** Names that tests make up. */
const addresses = /\S+@[\w.-]+|\b[\w-]+\.example\b/g;

/** The parts of a text that are for programs: members, codes, permissions and ids. */
export function apiTextIn(text: string): string[] {
  const read = text.replaceAll(addresses, ' ');
  return patterns.flatMap((pattern) => Array.from(read.matchAll(pattern), ([found]) => found));
}
