/** Names of nested members, the outermost first. Most claims have one name. A dot in a name has no meaning. */
export type ClaimNames = readonly string[];

/** The name of a condition in messages. */
export function conditionName(claim: ClaimNames): string {
  return claim.join('.');
}
